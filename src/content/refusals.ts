/** Texts for people where no page can be shown. */
export const refusals = {
  title: 'One moment, please',
  /** Where waiting or another try would not help. */
  titleOfRefusal: 'That didn’t work',
  tooBusy: 'We’re getting too many requests at once. Please try again in a moment.',
  /** Before the phone number. */
  call: 'You can also call us:',
} as const
