const ended = 'This offer has already ended.'

/** Why something cannot be done with a request, for the owner. {company} and {other} are named with it. */
export const refusalWords = {
  held: 'This request is held as spam. Mark it as real first.',
  over: 'This request is closed. Set it back to open first.',
  matched: '{company} has this request. Withdraw it from them first.',
  'has-contractor':
    '{company} had this request when it closed. Set the outcome back to Matched, then withdraw the request from them.',
  'no-contractor':
    'No contractor has this request yet. Offer it to one, or record what was agreed by phone.',
  joined: 'This request is joined to request {other}. Split it from that one first.',
  'not-joined': 'This request isn’t joined to another one.',
  itself: 'A request can’t be joined to itself.',
  removed: 'This contractor is no longer on the list.',
  lapsed: 'The license or insurance of {company} has expired, so you can’t offer them anything.',
  'asked-already': '{company} was already asked and can still answer.',
  answered: '{company} has answered this offer, so they got the email.',
  urgent: 'You can’t snooze an emergency.',
  'promise-due': 'You can’t snooze this request: our promise to the customer is due.',
  'no-such-offer': 'There’s no such offer.',
  open: 'This contractor doesn’t have the request yet.',
  accepted: ended,
  declined: ended,
  expired: ended,
  withdrawn: ended,
  taken: ended,
  'handed-back': ended,
  undelivered: ended,
  ended,
  /** What only other people are refused. */
  other: 'This can’t be done with this request anymore.',
} as const
