import { expect, test } from 'vitest'
import { formatPhone, mailHref, readablePhone, telHref } from './contact-details.ts'

test('ten digits are shown as a number, anything else as it is', () => {
  expect(formatPhone('3865550142')).toBe('(386) 555-0142')
  for (const other of ['386555014', '38655501422', '+13865550142', '386-555-0142', '']) {
    expect(formatPhone(other)).toBe(other)
  }
})

test('a number can be dialled', () => {
  expect(telHref('3865550142')).toBe('tel:+13865550142')
  expect(telHref('+44 20 7946 0000')).toBe('tel:+442079460000')
  // With an extension it is another number, and must not be taken for a North American one.
  expect(telHref('38655501421')).toBe('tel:38655501421')
  expect(telHref('+13865550142')).toBe('tel:+13865550142')
  expect(telHref('(386) 555-0142 ext. 2')).toBe('tel:+13865550142,2')
})

test('a number is shown in one way, with its extension', () => {
  const shown = (phoneAsTyped: string) => readablePhone({ phone: '3865550142', phoneAsTyped })
  expect(shown('386.555.0142')).toBe('(386) 555-0142')
  expect(shown('+1 386 555 0142')).toBe('(386) 555-0142')
  expect(shown('386 555 0142 (cell)')).toBe('(386) 555-0142')
  expect(shown('386 555 0142 ext. 7')).toBe('(386) 555-0142 ext. 7')
  expect(shown('(386) 555-0142x12')).toBe('(386) 555-0142 ext. 12')
  expect(readablePhone({ phone: '3865550142', phoneAsTyped: '' })).toBe('(386) 555-0142')
})

test('an address in a link cannot add fields or change who is written to', () => {
  expect(mailHref('olga@example.com')).toBe('mailto:olga@example.com')
  expect(mailHref('a?cc=b@example.com')).toBe('mailto:a%3Fcc%3Db@example.com')
  expect(mailHref('a,b&subject=c@example.com')).toBe('mailto:a%2Cb%26subject%3Dc@example.com')
})
