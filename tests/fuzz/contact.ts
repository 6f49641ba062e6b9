import assert from 'node:assert/strict'
import fc from 'fast-check'
import { formatPhone, mailHref, telHref } from '#/contracts/leads/contact-details.ts'
import { serviceChoices } from '#/contracts/site/services.ts'
import { findEmailProblem, withAsciiDomain } from '#/contracts/values/email.ts'
import { findPhoneProblem } from '#/contracts/values/phone.ts'
import { storedPhone } from '#/server/leads/phone.ts'
import { findReasons } from '#/server/leads/take/spam-signals.ts'
import { submissionSchema } from '#/server/leads/take/submission.ts'
import { hashContent } from '#/server/leads/take/submit-lead.ts'
import { fuzzingParser } from './fuzzing.ts'
import { fromPieces, nearly, oddJson, oddText } from './odd-texts.ts'

export const phones = fc.oneof(
  fromPieces(['+', '1', '386', '555', '0142', '(', ')', '-', ' ', '.', 'x', 'ext. 7', '+44', '00']),
  oddText(40),
)

export const emails = fc.oneof(
  fc.emailAddress(),
  fromPieces(['a', 'b.c', '@', '@', '.', 'example', '.com', 'bü', '+', '-', '"', ',', '<', ' '], 8),
  oddText(300),
)

const texts = fc.oneof(oddText(), fromPieces(['www.', 'a.com', 'http://', '[url', ' SEO ', '\n']))

/** Mostly what passes, so that a body with several of them often does. */
export const mostly = (usual: unknown, odd: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd })

/** What the form may send, and what it may not. */
export const contactBodies = nearly({
  name: mostly('Maria Alvarez', oddText(200)),
  email: mostly('maria@example.com', emails),
  phone: mostly('(386) 555-0142', phones),
  address: mostly(undefined, texts),
  service: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...serviceChoices) }, oddText(60)),
  message: texts,
  submissionId: fc.oneof({ weight: 9, arbitrary: fc.uuid() }, oddText(60)),
  page: oddText(),
  visit: oddText(),
  shownForMs: fc.double(),
  consentVersion: oddText(100),
})

const isStorable = (text: string) => text.isWellFormed() && !/(?![\t\n])\p{Cc}/u.test(text)

export const contactParsers = [
  fuzzingParser({
    name: 'contact body',
    inputs: fc.oneof({ weight: 9, arbitrary: contactBodies }, { weight: 1, arbitrary: oddJson }),
    expectation(body) {
      const { success, data } = submissionSchema.safeParse(body)
      assert.equal(Object.keys(Object.prototype).length, 0)
      if (!success) return
      const again = submissionSchema.parse(JSON.parse(JSON.stringify(data)))
      assert.equal(JSON.stringify(again), JSON.stringify(data))
      for (const value of Object.values(data)) {
        assert.ok(typeof value !== 'string' || isStorable(value))
      }
      assert.match(hashContent(data, storedPhone(data.phone)), /^[\da-f]{64}$/)
      findReasons(data, 0)
    },
  }),
  fuzzingParser({
    name: 'phone',
    inputs: phones,
    expectation(typed) {
      const { number } = storedPhone(typed)
      assert.match(telHref(number), /^tel:\+?\d*/)
      if (findPhoneProblem(typed)) return
      assert.match(number, /^(\d{10}|\+\d{5,17})$/)
      // What is stored is read as the same number, also as it is shown.
      assert.equal(storedPhone(number).number, number)
      assert.equal(storedPhone(formatPhone(number)).number, number)
    },
  }),
  fuzzingParser({
    name: 'email',
    inputs: emails,
    expectation(typed) {
      const email = withAsciiDomain(typed)
      assert.equal(withAsciiDomain(email), email)
      if (!findEmailProblem(typed)) assert.match(mailHref(email), /^mailto:[^?&#\s]+@[^?&#\s]+$/)
    },
  }),
]
