import { expect, test } from 'vitest'
import { submissionOf } from '#tests/support/leads/submission-of.ts'
import { processorMs } from '#tests/support/machine/processor-ms.ts'
import { findReasons, findSpamSignals } from './spam-signals.ts'

function reasons(change: Record<string, unknown>, othersWithMessage = 0): string[] {
  return findReasons(submissionOf(change), othersWithMessage)
}

const honest: Record<string, unknown>[] = [
  { message: null },
  { message: 'AC NOT COOLING!!! 91 DEGREES INSIDE, PLEASE CALL ASAP!!!' },
  { message: 'Unit blows <65F> air at night, <a bit warmer by day. R-410A, 3.5 ton, 2009.' },
  { message: 'The house is listed here: https://www.zillow.com/homedetails/12-Lakeshore/1_zpid/' },
  { name: 'Seo-yeon Kim', message: 'Hi, Seo here. Our mini-split leaks on the inside wall.' },
  { name: "Siobhán O'Connor-McDonald", email: 'so+ac@gmail.com' },
  {
    name: 'Dr. J.R. Smith Jr., M.D.',
    message: 'Office suite, 2 rooftop units, annual maintenance.',
  },
  { name: 'JoAnnMcDonald', message: 'second thermostat reads 99' },
  {
    name: 'José Núñez',
    message: 'Se rompió el aire acondicionado, ¿pueden venir mañana por favor?',
  },
  { name: 'Мария Петрова', message: 'Кондиционер не работает, перезвоните мне.' },
  { name: '王小明', message: '空调不制冷了，请尽快联系我。' },
  { name: 'Lakeshore Casino LLC', message: 'We run a small casino in Daytona: 4 package units.' },
  {
    message: 'Best by email: office@deltona-dental.com or my wife at jane.doe@yahoo.com, bob@x.org',
  },
  { message: 'Quote from another company was $11,400 for a 16 SEER Carrier. Can you beat it?' },
  { message: 'Found you on google, your website says 24/7. Is that true? Its 2am and no air.' },
  { message: 'I have looked at goodmanmfg.com and trane.com, which of the two do you recommend?' },
  { message: 'Do you offer financing or a payment plan? We cannot pay 9k at once.' },
  { message: `Long story. ${'It started in May when the breaker tripped. '.repeat(60)}` },
  {
    message: 'duct smells musty\n\n- built 1987\n- 1,850 sq ft\n- two returns\n\nthx',
    shownForMs: 4200,
  },
  // One sign alone: a browser that fills everything in, a shared text, a request from a reseller.
  {
    message: 'The capacitor was replaced last year. It hums but does not start.',
    shownForMs: 2100,
  },
  { message: 'Do you take on SEO clients? Kidding. My heat pump ices up every morning.' },
  // A business that writes about its own trade, the end of a mail, and text that was copied from a page.
  {
    message:
      'We are an SEO and digital marketing agency in DeBary (www.rank-well.com). The AC in our office is not cooling.',
  },
  {
    message: `The upstairs AC is leaking.

Kind regards,
Ann Lee, Lead Generation Manager
www.a.example | https://fb.example/a | https://x.example/a
You may unsubscribe from our newsletter or opt out of it.`,
  },
  {
    message: 'No heat since noon.\n\nSent from my iPhone https://a.example https://b.example c.com',
  },
  {
    message:
      '<p>Looking at <a href="https://www.trane.com/a">this heat pump</a> <img src="https://i.trane.com/1.png"></p>',
  },
  {
    message: `My furnace makes a noise. ${'<td><a href="https://a.example"><img src="https://a.example/a.png"></a></td>'.repeat(4)}`,
  },
  // Links alone hold no emergency, whatever it is called.
  ...['emergency-hvac', 'ac-repair'].map((service) => ({
    service,
    message:
      'Water is pouring from the air handler, my mother is 88. Photos: https://p.example/1 https://p.example/2 https://p.example/3',
  })),
]

test.each(honest)('an honest request is left alone: %j', (change) => {
  expect(reasons(change)).toEqual([])
})

const spam: [string, Record<string, unknown>, RegExp][] = [
  ['a filled field that is not seen', { subject: 'Hello' }, /hidden field/],
  ['sent in less than a second', { shownForMs: 400 }, /0\.4 seconds/],
  ['sent in two seconds with a link', { shownForMs: 2000, message: 'see www.x.example' }, /2\.0/],
  ['three links', { message: 'http://a.example http://b.example, c.ru/x' }, /3 links/],
  ['a link in the name', { name: 'Cheap pills www.pills.example' }, /name/],
  ['a domain for a name', { name: 'best-pills.ru' }, /name/],
  ['HTML links', { message: 'Good <a href="x">offer</a>' }, /markup/],
  ['forum links', { message: '[url=x]offer[/url]' }, /markup/],
  ['a script in the address', { address: '<ScRiPt>alert(1)</sCrIpT>' }, /markup/],
  [
    'a sales pitch',
    { message: 'We do SEO and can get you to the first page of Google.' },
    /“SEO”, “first page of Google”/,
  ],
  [
    'a pitch to those who repair',
    { message: 'We help HVAC companies get more AC repair leads: SEO, digital marketing.' },
    /pitch/,
  ],
  [
    'a pitch with a signature',
    { message: 'We do SEO for your website and AC.\nRegards,\nBob https://a.example' },
    /link/,
  ],
  [
    'a pitch with one word of a request',
    { message: 'Heat up your sales with SEO and backlinks' },
    /backlinks/,
  ],
  [
    'a pitch behind a request',
    { message: 'My AC is broken. SEO, backlinks, guest posts and crypto.' },
    /pitch/,
  ],
  ...['--', 'Regards', 'Confidential offer'].map((end): [string, { message: string }, RegExp] => [
    `a signature of links below ${end}`,
    { message: `My AC is broken\n${end}\n${'https://a.example '.repeat(50)}` },
    /50 links/,
  ]),
  [
    'tags with many links',
    { message: `My AC is broken ${'<a href="https://a.example">x</a>'.repeat(50)}` },
    /50 links/,
  ],
  [
    'links in what is no tag',
    { message: 'My AC is broken < https://a.example https://b.example c.com >' },
    /3 links/,
  ],
  ['a script in a request', { message: 'My AC is out <script>x</script>' }, /markup/],
  [
    'links with other signs',
    { service: 'emergency-hvac', message: 'a.com b.com c.com', shownForMs: 2000 },
    /3 links/,
  ],
  ['a pitch with a link', { message: 'Buy backlinks at https://links.example' }, /link/],
  ['random letters', { name: 'hQrJbSoVJwDkeX', message: 'LpTfRyWbNqZcGhK' }, /letters/],
]

test.each(spam)('%s is kept apart, with the reason', (_case, change, reason) => {
  expect(reasons(change).join(' ')).toMatch(reason)
})

test('each sign says what it saw', () => {
  const signsOf = (change: Record<string, unknown>, othersWithMessage = 0) =>
    findSpamSignals(submissionOf(change), othersWithMessage).map(({ reason, weight }) => [
      weight,
      reason,
    ])
  expect(signsOf({})).toEqual([])
  expect(signsOf({ message: null })).toEqual([])
  expect(signsOf({ message: 'See http://a.example, mine.' })).toEqual([
    [1, 'There’s a link in the message.'],
  ])
  expect(signsOf({ message: 'See (www.a.example)and"b.com"...' })).toEqual([
    [1, 'There are two links in the message.'],
  ])
  // Neither an address of a mailbox nor a text that only contains a link's beginning.
  expect(signsOf({ message: 'ann@www.b.com awww.cold' })).toEqual([])
  expect(signsOf({ message: 'See https://www.a.example/@b' })).toEqual([
    [1, 'There’s a link in the message.'],
  ])
  for (const end of ['.', '...']) expect(signsOf({ message: `It is c.com${end}` })).toHaveLength(1)
  expect(signsOf({ message: 'Is c.com?! yours' })).toEqual([[1, 'There’s a link in the message.']])
  expect(signsOf({ shownForMs: 3000 })).toEqual([])
  expect(signsOf({ shownForMs: 2999 })).toEqual([
    [1, 'It was sent 3.0 seconds after the page was opened.'],
  ])
  expect(signsOf({ shownForMs: 1000 })[0]?.[0]).toBe(1)
  expect(signsOf({ shownForMs: 999 })[0]?.[0]).toBe(2)
  expect(signsOf({ name: 'aBcDeFghij' })).toEqual([[1, 'The name looks like random letters.']])
  expect(signsOf({ name: 'aBcDefghij' })).toEqual([])
  expect(signsOf({ name: 'aBcDeFghi' })).toEqual([])
  expect(signsOf({ message: 'aBcDeFghij' })).toEqual([
    [1, 'The message looks like random letters.'],
  ])
  expect(signsOf({ message: 'aBcDeFghij 1' })).toEqual([])
  expect(signsOf({ message: 'ABCDEFGHIJ' })).toEqual([])
  expect(signsOf({}, 1)).toEqual([[1, 'Someone else sent the same message within a day.']])
  const pitch = 'SEO, backlinks, casino and crypto'
  expect(signsOf({ message: pitch })).toEqual([
    [2, 'It reads like a sales pitch: “SEO”, “backlinks”, “crypto”.'],
  ])
})

test('one other sender of the same message is chance, two are a campaign', () => {
  expect(reasons({}, 1)).toEqual([])
  expect(reasons({ shownForMs: 2500 }, 1)).toHaveLength(2)
  expect(reasons({}, 2)).toEqual(['2 other people sent the same message within a day.'])
})

test('the longest messages are judged at once', () => {
  const nasty = ['a.', '-a', '<a ', 'aA', 'www.', '[url', 'https://', 'to your '].map((piece) =>
    piece.repeat(10_000).slice(0, 10_000),
  )
  for (const mark of ['.', ':', '!', '?']) nasty.push(`${mark.repeat(9_999)}x`)
  const start = processorMs()
  for (const message of nasty) reasons({ message })
  expect(processorMs() - start).toBeLessThan(1000)
})
