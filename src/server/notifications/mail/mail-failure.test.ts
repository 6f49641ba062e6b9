import { expect, test } from 'vitest'
import { explainMailFailure } from './mail-failure.ts'

const failure = (facts: object, message = 'failed') => Object.assign(new Error(message), facts)

test.each([
  [
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 unknown' },
    'refused',
    'The mail server didn’t accept this address (550).',
  ],
  [
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 451 },
    'retry',
    'The mail server can’t deliver to this address right now (451).',
  ],
  // The owner can mend that, and then it leaves.
  [
    {
      code: 'EENVELOPE',
      command: 'RCPT TO',
      responseCode: 554,
      response: '554 5.7.1 <a@b.example>: Relay access denied',
    },
    'retry',
    'The mail server won’t send our mail to this address (554). Enter a user name and password it accepts, or have it relay mail from this server.',
  ],
  [
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 530, response: '530 log in first' },
    'retry',
    'The mail server won’t send our mail to this address (530). Enter a user name and password it accepts, or have it relay mail from this server.',
  ],
  [
    { code: 'EMESSAGE', command: 'DATA', responseCode: 554 },
    'refused',
    'The mail server didn’t accept the mail (554).',
  ],
  [
    { code: 'EMESSAGE', command: 'DATA', responseCode: 452 },
    'retry',
    'The mail server can’t take the mail right now (452).',
  ],
  // What it says before it knows of the mail is not about the mail.
  [
    { code: 'EPROTOCOL', command: 'CONN', responseCode: 421, response: '421 too many connections' },
    'retry',
    'The mail server refused our connection (421).',
  ],
  // A server that will not go on just now says nothing of the mail, at whatever command.
  [
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 503, response: '503 too many' },
    'retry',
    'The mail server didn’t accept this address (503).',
  ],
  // Wrong settings are put right by the owner, and then everything leaves.
  [
    { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 553 },
    'retry',
    'The mail server didn’t accept our sender address (553).',
  ],
  [
    { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 },
    'retry',
    'The mail server didn’t accept our user name or password (535).',
  ],
  [
    { code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT', command: 'CONN' },
    'retry',
    'The mail server’s certificate isn’t one we can trust. If it’s the right server, your administrator can have the site trust it.',
  ],
  [
    { code: 'ESOCKET', originalCode: 'ERR_SSL_WRONG_VERSION_NUMBER', command: 'CONN' },
    'retry',
    'The mail server doesn’t start with TLS on this port. Choose STARTTLS, or the port for TLS, which is usually 465.',
  ],
  [{ code: 'ETLS' }, 'retry', 'The connection to the mail server couldn’t be secured.'],
  [{ code: 'ETIMEDOUT' }, 'retry', 'The mail server didn’t answer in time.'],
  [{ code: 'EDNS' }, 'retry', 'The mail server’s name couldn’t be found.'],
  [{ code: 'ECONNRESET' }, 'retry', 'The connection to the mail server was cut off.'],
  [{ code: 'ENOSPC' }, 'retry', 'The server’s disk is full.'],
  [{ code: 'EENVELOPE', command: 'API' }, 'refused', 'No email can be sent to this address.'],
  // The library's own words for a connection that ended between two commands.
  [
    { code: 'ECONNECTION', command: 'API' },
    'retry',
    'The connection to the mail server was cut off.',
  ],
  [{}, 'retry', 'The email couldn’t be sent.'],
])('%j: %s, %s', (facts, outcome, problem) => {
  expect(explainMailFailure(failure(facts))).toMatchObject({ outcome, problem })
})

test('the server’s own words are kept, and what is no error is survived', () => {
  const refused = failure({ code: 'EENVELOPE', command: 'RCPT TO', response: '550 nobody here' })
  expect(explainMailFailure(refused).answer).toBe('550 nobody here')
  const away = failure({ code: 'ESOCKET' }, 'connect ECONNREFUSED 127.0.0.1:25')
  expect(explainMailFailure(away).problem).toBe('The mail server can’t be reached.')
  expect(explainMailFailure('thrown').answer).toBe('thrown')
})
