import { danger } from './danger.ts'
import { estimateOutcome } from './estimate-form.ts'
import { dangerLine } from './safety.ts'

const { received } = estimateOutcome

/** What to do at once in an emergency. */
const callNow = `${dangerLine} Then call us: it’s the fastest way to get someone to you.`

/** The page of a request, which its visitor opens by a link. */
export const requestPage = {
  title: 'Your request {reference}',
  heading: 'We have your request',
  received: 'Received {time}.',
  reference: 'Your reference',
  referenceHint: 'Give this number when you call and we can pull up your request.',
  call: 'Call {phone}',
  /** Before anything else, where what they wrote sounds like fire, smoke or gas. */
  danger: {
    text: 'Gas smell, smoke, fire or a carbon monoxide alarm? Get everyone out and call 911 from outside. For gas, call your gas company next. Then call us.',
    call: danger.call,
  },
  urgent: {
    text: received.urgent,
    /** For one of another service. */
    cannotWait: `You told us it’s an emergency. ${callNow}`,
    /** Where we have said so, not the visitor. True also of what is held, which nobody treats yet. */
    treated: `Your request is marked as an emergency. ${callNow}`,
    line: '{always} emergency line',
  },
  next: {
    heading: 'What happens next',
    overdue:
      'You should have heard from us by {time}. We’re sorry. Please call us. We still have your request.',
  },
  /** While we do not know where the work is. */
  askPlace: {
    heading: 'Where is the work?',
    text: 'Tap your town, and we’ll ask a contractor there.',
    postBox:
      'You gave us a P.O. box. Contractors come to a street address, so tell us the town here and the street below.',
    elsewhere: received.place.elsewhere,
    zip: 'Or your ZIP code',
    button: 'Use this ZIP code',
  },
  /** Where none of the contractors works. */
  outside: {
    heading: 'We have no contractors there yet',
    /** Perhaps we have asked somebody all the same, or before it was known where it is. */
    text: 'That’s outside the towns we serve. We’ll read your request and contact you only if someone can take it. Please also call a contractor near you.',
    change: 'Is that wrong? Choose your town',
  },
  cannotWait: {
    summary: 'This is an emergency',
    text: `Choose this for leaking water, or for a baby, an older person or someone sick in the heat or cold. ${dangerLine}`,
    button: 'Yes, it’s an emergency',
    takeBack: 'It’s not an emergency',
  },
  matched: {
    /** Replaces the page's heading once a contractor has said yes. */
    saidYes: 'You’re matched',
    heading: 'Your contractor',
    doneHeading: 'Job complete',
    text: '{company} has your request and will call you {time}.',
    textWithoutTime: '{company} has your request and will call you.',
    /** Once the time of the call is over. `missed`: nobody has confirmed it, or the visitor said that none came. */
    passed: '{company} has your request and said they’d call you {time}.',
    missed:
      '{company} has your request and said they’d call you {time}. We haven’t heard that you’ve talked, so we’re following up.',
    missedWithoutTime:
      '{company} has your request. We haven’t heard that you’ve talked, so we’re following up.',
    spoken:
      '{company} has your request, and we were told you’ve talked. If that’s not right, please call us.',
    done: 'We were told that {company} has done the work.',
    company: 'Contractor',
    license: 'License number',
    register: {
      href: 'https://www.myfloridalicense.com/wl11.asp',
      label: 'Look up the license with the State of Florida',
    },
    call: 'Call them at {phone}',
    onTheWay: '{company} is on the way. They told us on {time}.',
  },
  /** Once the time of the call is over. */
  callDue: {
    heading: 'Have they called?',
    text: 'If they haven’t, tell us, and we’ll follow up.',
    /** Once we know that it has not come. */
    missed: 'If they still haven’t, call us.',
    notCalled: 'No, nobody called',
    spoken: 'Yes, we talked',
  },
  /** While the contractor says that nothing came of it. */
  claimed: {
    heading: 'We’ve closed your request',
    text: '{company} told us {reason}. Is that right?',
    answer: 'Your answer',
    settled: 'Yes, that’s right',
    needed: 'No, I still need help',
    hint: 'If you still need help, tell us within {days} days, and we’ll look for another contractor.',
  },
  /** After it was done or lost. */
  reopen: {
    heading: 'Do you still need help?',
    text: 'If the work isn’t done, or something is wrong, tell us and we’ll reopen your request.',
    button: 'Yes, I still need help',
    open: 'I still need help',
  },
  reopened: {
    heading: 'Your request is open again',
    text: 'We kept everything you told us.',
    urgent: 'We’re on it. If it can’t wait, call us.',
    usual: 'We’ll get back to you during business hours: {allHours}.',
  },
  /** While nobody could be asked. */
  nobody: {
    heading: 'We haven’t found a contractor yet',
    text: 'None of our contractors can take it right now. We’re on it, and this page will show who takes it. If you can’t wait, call us.',
  },
  unmatched: {
    heading: 'We’re finding you another contractor',
    text: 'The contractor we named before is off the job and won’t come. We have everything you told us. This page will show who takes it. If it can’t wait, call us.',
  },
  closed: {
    title: 'Your request',
    heading: 'This request is closed',
    text: 'You can no longer add to it. If you need anything, call us and give your reference number.',
    photos: 'Your photos',
  },
  rating: {
    heading: 'How did it go?',
    text: 'Your answer goes to us. We post it on our site only if you say so.',
    /** While we ask whether they have called. */
    already: 'Already been there? Rate the visit',
    came: { label: 'Did they show up?', yes: 'Yes', no: 'No' },
    stars: {
      label: 'How many stars?',
      hint: 'Leave this blank if they didn’t come.',
      options: ['1, very bad', '2, bad', '3, OK', '4, good', '5, great'],
    },
    ratingText: { label: 'In a sentence or two', hint: 'Optional, up to 200 characters.' },
    publish: {
      label: 'May we post it on this site?',
      yes: 'Yes, with the name and town I enter here',
      hint: 'People will see the stars, your words, this name and town, the service and the month. They’ll see nothing else about you. You can take it down at any time.',
    },
    shownName: { label: 'Name to show', hint: 'For example: Maria R.' },
    shownTown: { label: 'Town to show', choose: 'Choose a town' },
    button: 'Send rating',
    given: 'Your answer on {time}:',
    cameYes: 'They showed up.',
    cameNo: 'They didn’t show up.',
    starsGiven: '{rating} out of 5 stars',
    notPublished: 'It’s not on our site.',
    mayBePublished: 'We may post it exactly like this:',
    published: 'It’s on our site exactly like this. To change it, take it down first.',
    change: 'Change it',
    changeButton: 'Save changes',
    takeBack: 'Don’t post it',
    takeOff: 'Take it down',
  },
  asked: {
    heading: 'What you asked for',
    service: 'Service',
    address: 'Address',
    message: 'Details',
    contact: 'How we’ll reach you',
    contactText: 'By phone at the number ending in {phoneEnd}, or at {email}.',
    wrong: 'Is something wrong? Call us and give your reference number.',
    none: 'None given',
  },
  withdrawn: {
    heading: 'Request canceled',
    text: 'You canceled it on {time}. We’re not asking any more contractors, and we’ll tell any we’ve asked. There’s nothing else you need to do.',
    again: 'I still need help',
  },
  add: {
    heading: 'Add to your request',
    text: 'It helps the contractor come prepared. All of it is optional.',
    optional: 'optional',
    photos: {
      heading: 'Photos',
      text: 'The unit, its label, the leak: a photo tells a contractor more than words.',
      label: 'Choose photos',
      hint: 'Up to six, as JPEG, PNG or WebP, up to 12 MB each.',
      alt: 'Photo {number}',
      remove: 'Remove photo {number}',
    },
    place: {
      heading: 'Service address',
      town: 'Town',
      anyTown: 'Not sure',
      elsewhere: 'Somewhere else',
      zip: 'ZIP code',
      address: 'Street address',
      change: 'Change the address',
    },
    callTime: {
      label: 'A good time to call you',
      hint: 'For example: weekdays after work, or any morning.',
    },
    word: {
      label: 'What else should we know?',
      sent: 'You added this on {time}:',
    },
    button: 'Add to my request',
    withdrawn: {
      heading: 'Changed your mind?',
      text: 'If you found help or changed your mind, cancel here and we’ll stop asking contractors. You can undo this.',
      textMatched:
        'If you found help or changed your mind, cancel here and we’ll tell the contractor.',
      button: 'Cancel my request',
    },
  },
  /** What was just added, at the top. */
  added: {
    place: 'Got it: we know where the work is.',
    'post-box':
      'Got it. Contractors come to a street address, so please tell us the street of the work too.',
    'call-time': 'Got it: we saved when to call you.',
    word: 'Got it: we added it to your request.',
    details: 'Got it: we added everything to your request.',
    photo: 'We have your photos.',
    'photo-removed': 'The photo is deleted.',
    withdrawn: 'Got it: your request is canceled.',
    'wanted-again': 'Thank you for telling us. We’re on it.',
    'cannot-wait': 'Got it: it’s an emergency.',
    'can-wait': 'Got it: it’s not an emergency.',
    rating: 'Thank you for your rating.',
    'rating-withdrawn': 'Your rating isn’t on our site.',
    'not-called': 'Thank you for telling us. We’re on it.',
    spoken: 'Got it: you’ve talked.',
    settled: 'Thank you. We closed your request.',
    'still-needed': 'Thank you for telling us. We’re on it.',
  },
  problem: 'Nothing has been saved yet. Please check the field below.',
  /** Where some of the form is saved. */
  problemOfPart: {
    photos: 'The photos below are saved. The rest isn’t saved yet: please check the field below.',
    texts: 'What you wrote is saved. Please check the photos below.',
  },
  keep: 'Save the link to this page so you can come back. Anyone who has the link can open it, so share it only with people who may see your request.',
} as const

/** Problems of a visitor's additions. {max} is filled with the limit. */
export const additionErrors = {
  unreadable: 'We couldn’t read this. Please type it again, or call us.',
  /** The request has as much as it may. */
  full: 'We can’t take any more here. Please call us and give your reference number.',
  /** The office has said that it cannot wait. */
  'not-theirs':
    'Your request is marked as an emergency, which you can’t change here. If it can wait, please call us.',
  /** The request is done or lost. */
  closed:
    'This request is closed, so you can’t add to it. If you need anything, call us and give your reference number.',
  fields: {
    town: {
      required: 'Please choose a town, or enter the ZIP code or the street.',
      invalid: 'Please choose a town from the list.',
    },
    zip: {
      invalid: 'This doesn’t look like a ZIP code. It should have five digits.',
      tooLong: 'This doesn’t look like a ZIP code. It should have five digits.',
      badCharacters: 'This doesn’t look like a ZIP code. It should have five digits.',
    },
    address: {
      tooLong: 'Please keep the address to {max} characters.',
      badCharacters: 'This has characters we can’t read. Please type it again.',
    },
    callTime: {
      tooLong: 'Please keep it to {max} characters.',
      badCharacters: 'This has characters we can’t read. Please type it again.',
    },
    word: {
      tooLong: 'Please keep it to {max} characters.',
      badCharacters: 'This has characters we can’t read. Please type it again.',
    },
  },
} as const

/** Problems of a rating. {max} is filled with the limit. */
export const ratingErrors = {
  fields: {
    came: { required: 'Please tell us whether they showed up.' },
    stars: { required: 'Please choose from one to five stars.' },
    ratingText: {
      required: 'To post it, we need a few words from you.',
      tooLong: 'Please keep it to {max} characters.',
      badCharacters: 'This has characters we can’t read. Please type it again.',
    },
    shownName: {
      required: 'Please enter the name to show, for example Maria R.',
      tooLong: 'Please keep the name to {max} characters.',
      badCharacters: 'This has characters we can’t read. Please type it again.',
    },
    shownTown: {
      required: 'Please choose the town to show.',
      invalid: 'Please choose a town from the list.',
    },
  },
  refused: {
    early: 'You can rate it once the contractor has been there. Please come back after that.',
    published: 'Your rating is on our site. Take it down before you change it.',
    full: 'You’ve changed this rating too many times. Please call us and give your reference number.',
  },
} as const

/** Why a file was refused as a photograph, after its name. */
export const photoErrors = {
  file: '{file}: {problem}',
  unknown: 'We can’t read this photo. Please send a JPEG, PNG or WebP.',
  heic: 'We can’t read HEIC photos. On a computer, export it as JPEG. On a phone, send a screenshot of it.',
  tooLarge: 'It’s larger than 12 MB.',
  tooManyPixels: 'It has too many pixels. Please send a smaller copy, or a screenshot of it.',
  tooHard: 'It’s too large for us to open. Please send a smaller copy, or a screenshot of it.',
  broken: 'It’s damaged, or only part of it arrived. Please try again.',
  busy: 'We’re busy right now. Please send it again in a minute.',
  full: 'You can send six photos. Remove one to send another.',
  none: 'There’s nothing new here yet. Please choose a photo or fill in a field.',
  noForm: 'Only part of it arrived. Please send it again.',
  tooMuch: 'That’s too much at once. Please send fewer photos at a time.',
} as const

/** In place of a page with a secret address. */
export const tokenProblems = {
  request: {
    missing: {
      heading: 'We can’t find this request',
      text: 'The link may be incomplete, or the request was deleted. If you sent it within the last minute, try again in a moment, or call us.',
    },
  },
  tooMany: {
    heading: 'Too many tries',
    text: 'Please wait a minute and try again, or call us.',
  },
  away: {
    heading: 'We can’t open this right now',
    text: 'Something is wrong on our end. Nothing you sent is lost. Please try again in a minute, or call us.',
  },
  refused: 'That didn’t work',
} as const
