import { business } from './business.ts'
import { dangerLine } from './safety.ts'

/** A question and its answer, in paragraphs. */
type Faq = {
  readonly id: string
  readonly question: string
  readonly answer: readonly string[]
}

/** The four questions of the contact page. */
export const faqs = [
  {
    id: 'matching',
    question: 'How does the matching process work?',
    answer: [
      'You tell us what you need and where. We look at the work, the building and your town. Then we pass your request to a contractor who does that work there.',
      'The contractor contacts you, visits if needed and gives you a written estimate. ' +
        `Matching and the estimate are ${business.estimateTerms}.`,
    ],
  },
  {
    id: 'licensed',
    question: `Are the contractors ${business.contractors.standing}?`,
    answer: [
      'Yes. Every contractor has a Florida license for the work and carries insurance. We check both before we refer you.',
      'You can check a license yourself at myfloridalicense.com, the site of the Florida ' +
        'Department of Business and Professional Regulation. Ask for the number; it should also ' +
        'be on the estimate.',
    ],
  },
  {
    id: 'response',
    question: 'How fast will someone respond?',
    answer: [
      `Call and we’ll talk ${business.responsePromise.call}. We answer the form ` +
        `${business.responsePromise.estimate}, and matching you with a contractor takes ` +
        `${business.responsePromise.matching}. We count business hours only. For emergencies it takes ` +
        `${business.responsePromise.emergency}.`,
      `If your system is down, leaking or smells like it’s burning, don’t send the form. Call {phone}, our {always} emergency line. ${dangerLine}`,
    ],
  },
  {
    id: 'warranties',
    question: 'What warranties come with the work?',
    answer: [
      `The contractor’s warranty covers workmanship, usually for ${business.warranty.workmanship}. ` +
        `The manufacturer’s covers equipment, usually for ${business.warranty.equipment} ` +
        'depending on the part.',
      'Many manufacturers give the longer term only if the system is registered soon after installation. Ask who does that. The exact terms are in your written estimate.',
    ],
  },
] as const satisfies readonly Faq[]
