import { business } from './business.ts'
import { estimateOutcome } from './estimate-form.ts'

const { received } = estimateOutcome

/** The page of a request, which its visitor opens by a link. */
export const requestPage = {
  title: 'Your request {reference}',
  heading: 'We have your request',
  received: 'Received {time}.',
  reference: 'Your reference',
  referenceHint: 'Say this number when you call, and we find you at once.',
  call: 'Call {phone}',
  urgent: {
    text: received.urgent,
    line: business.hours.emergencyLine,
  },
  next: {
    heading: 'What happens next',
    steps: received.steps,
    urgentSteps: received.urgentSteps,
  },
  matched: {
    heading: 'Who takes care of it',
    doneHeading: 'It is done',
    text: '{company} has your request, and calls you on {time}.',
    textWithoutTime: '{company} has your request, and calls you.',
    done: '{company} tells us that the work is done.',
    company: 'Contractor',
    license: 'License number',
    register: {
      href: 'https://www.myfloridalicense.com/wl11.asp',
      label: 'Look the number up in the register of licenses of the State of Florida',
    },
    call: 'Call them at {phone}',
  },
  closed: {
    title: 'Your request',
    heading: 'This request is closed',
    text: 'Nothing can be added to it any more. If you need something, call us, and say your reference.',
    photos: 'Your photographs',
  },
  rating: {
    heading: 'How did it go?',
    text: 'Your answer goes to us. It is on our site only if you say so.',
    came: { label: 'Did they come?', yes: 'Yes', no: 'No' },
    stars: {
      label: 'How many stars do you give?',
      options: ['1, very bad', '2, bad', '3, fair', '4, good', '5, very good'],
    },
    ratingText: { label: 'In a line', hint: 'At most 200 characters. You may leave it empty.' },
    publish: {
      label: 'May we publish it on this site?',
      yes: 'Yes, with the name and the town that I enter here',
      hint: 'Then people read the stars, your line, this name and town, the service and the month, and nothing else of you. You can take it back at any time.',
    },
    shownName: { label: 'Name to show', hint: 'For example: Maria R.' },
    shownTown: { label: 'Town to show', choose: 'Choose a town' },
    button: 'Send the rating',
    given: 'You told us {time}.',
    cameYes: 'They came.',
    cameNo: 'They did not come.',
    starsGiven: '{rating} out of 5 stars',
    notPublished: 'We do not publish it.',
    mayBePublished: 'We may publish it, exactly like this:',
    published: 'It is on our site, exactly like this. To change it, take it off first.',
    change: 'Change it',
    changeButton: 'Save the change',
    takeBack: 'Do not publish it',
    takeOff: 'Take it off the site',
  },
  asked: {
    heading: 'What you asked for',
    service: 'Service',
    address: 'Address',
    message: 'Details',
    contact: 'How we reach you',
    contactText: 'At the phone number that ends in {phoneEnd}, or at {email}.',
    wrong: 'Is something wrong? Call us, and say your reference.',
    none: 'None given',
  },
  withdrawn: {
    heading: 'You need it no longer',
    text: 'You told us so {time}. We stop looking for somebody, and nothing else follows from it.',
    again: 'I need it after all',
  },
  add: {
    heading: 'Add to your request',
    text: 'It helps the right contractor come prepared. All of it is voluntary.',
    optional: 'optional',
    place: {
      heading: 'Where it is',
      town: 'Town',
      anyTown: 'Another town, or not sure',
      zip: 'ZIP code',
      address: 'Street and number',
      button: 'Save the place',
    },
    callTime: {
      heading: 'When to call you',
      label: 'A good time to call you',
      hint: 'For example: weekdays after work, or any morning.',
      button: 'Save the time',
    },
    word: {
      heading: 'Something else',
      label: 'What we should know too',
      sent: 'You added {time}:',
      button: 'Add this',
    },
    photos: {
      heading: 'Photographs',
      text: 'The unit, its label, what leaks: it tells a contractor more than words.',
      label: 'Choose photographs',
      hint: 'Up to six, as JPEG, PNG or WebP, of 12 MB at most.',
      button: 'Send the photographs',
      alt: 'Photograph {number}',
      remove: 'Remove photograph {number}',
    },
    withdrawn: {
      heading: 'No longer needed',
      text: 'If you have found help, or changed your mind, say so and we stop looking. You can take it back here.',
      button: 'I need it no longer',
    },
  },
  /** What was just added, above all else. */
  added: {
    place: 'We have stored where it is.',
    'call-time': 'We have stored when to call you.',
    word: 'We have added it to your request.',
    photo: 'We have your photographs.',
    'photo-removed': 'The photograph is deleted.',
    withdrawn: 'We have noted that you need it no longer.',
    'wanted-again': 'We have noted that you need it after all.',
    rating: 'Thank you. We have your rating.',
    'rating-withdrawn': 'We do not publish your rating.',
  },
  problem: 'Nothing was stored: one answer needs another look.',
  keep: 'Keep the address of this page: it is your way back here. Whoever has it can open the page, so pass it on only to people who may see your request.',
} as const

/** What can be wrong with what a visitor adds. {max} is filled with the limit. */
export const additionErrors = {
  unreadable: 'We could not read this. Please type it again, or call us.',
  /** Where a request has as much as it may. */
  full: 'This is as much as we can take here. Please call us, and say your reference.',
  /** Where a request is done or lost. */
  closed:
    'This request is closed, so nothing can be added to it. Please call us, and say your reference.',
  fields: {
    town: {
      required: 'Please choose a town, or give the ZIP code or the street.',
      invalid: 'Please choose one of the towns in the list.',
    },
    zip: {
      invalid: 'This does not look like a ZIP code. It has five digits, such as 32725.',
      tooLong: 'This does not look like a ZIP code. It has five digits, such as 32725.',
      badCharacters: 'This does not look like a ZIP code. It has five digits, such as 32725.',
    },
    address: {
      tooLong: 'Please use at most {max} characters for the address.',
      badCharacters: 'This contains characters that we cannot read. Please type it again.',
    },
    callTime: {
      required: 'Please say when it suits you.',
      tooLong: 'Please use at most {max} characters.',
      badCharacters: 'This contains characters that we cannot read. Please type it again.',
    },
    word: {
      required: 'Please write something.',
      tooLong: 'Please use at most {max} characters.',
      badCharacters: 'This contains characters that we cannot read. Please type it again.',
    },
  },
} as const

/** What can be wrong with a rating. {max} is filled with the limit. */
export const ratingErrors = {
  fields: {
    came: { required: 'Please say whether they came.' },
    stars: { required: 'Please choose from one to five stars.' },
    ratingText: {
      required: 'To publish it we need a line of text from you.',
      tooLong: 'Please use at most {max} characters.',
      badCharacters: 'This contains characters that we cannot read. Please type it again.',
    },
    shownName: {
      required: 'Please enter the name to show, for example Maria R.',
      tooLong: 'Please use at most {max} characters for the name.',
      badCharacters: 'This contains characters that we cannot read. Please type it again.',
    },
    shownTown: {
      required: 'Please choose the town to show.',
      invalid: 'Please choose one of the towns in the list.',
    },
  },
  refused: {
    early: 'You can rate it once the contractor has been there. Please come back then.',
    published: 'Your rating is on our site. Take it off before you change it.',
    full: 'You have changed this rating as often as we can take. Please call us, and say your reference.',
  },
} as const

/** Why files become no photographs, each after the name of its file. */
export const photoErrors = {
  file: '{file}: {problem}',
  unknown: 'This is no photograph that we can read. Please send JPEG, PNG or WebP.',
  heic: 'iPhones store photographs so, and we cannot read it. On the phone choose Settings, Camera, Formats, Most Compatible; or send a screenshot of the photograph.',
  tooLarge: 'It is larger than 12 MB.',
  tooManyPixels: 'It has too many pixels. A screenshot of it will do.',
  broken: 'It is damaged, or only a part of it arrived. Please try again.',
  busy: 'We have too much to do just now. Please send it again in a minute.',
  full: 'There can be six photographs. Remove one to send another.',
  none: 'Please choose a photograph first.',
  noForm: 'Only a part of it arrived. Please send the photographs again.',
  tooMuch: 'That is more than we can take at once. Please send the photographs one by one.',
} as const

/** What stands there instead of a page that is opened by a link of somebody's own. */
export const tokenProblems = {
  request: {
    missing: {
      heading: 'We cannot find this request',
      text: 'The link may be incomplete, or what it led to has been deleted. A request that was sent a minute ago may not be here yet: then try again in a moment. Or call us.',
    },
  },
  tooMany: {
    heading: 'That was a lot in a short time',
    text: 'Please wait a little and try again, or call us.',
  },
  away: {
    heading: 'We cannot open this right now',
    text: 'Something is broken on our side, and nothing of yours is lost. Please try again in a minute, or call us.',
  },
  refused: 'That did not work',
} as const
