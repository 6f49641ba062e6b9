/** Texts for people where no page can be shown. */
export const refusals = {
  title: 'One moment, please',
  /** Where waiting or another try would not help. */
  titleOfRefusal: 'That did not work',
  /** The process is about to end; another one, or the next, takes over. */
  stopping: 'This site is being restarted. Please try again in a moment.',
  tooBusy: 'We are getting too many requests at once. Please try again in a moment.',
  /** Before the phone number. */
  call: 'You can also call us:',
} as const
