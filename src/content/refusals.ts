/** What people read where no page can be shown. */
export const refusals = {
  title: 'One moment, please',
  /** Where to wait or to try again would not help. */
  titleOfRefusal: 'That did not work',
  /** When the process that was asked is about to end; another one, or the next, takes over. */
  stopping: 'This site is being restarted. Please try again in a moment.',
  tooBusy: 'We are getting too many requests at once. Please try again in a moment.',
  /** Before the phone number. */
  call: 'You can also call us:',
} as const
