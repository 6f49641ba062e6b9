import { business } from '../business.ts'
import type { LegalAddition, LegalDocument } from './legal-document.ts'

const { lastUpdated, lastUpdatedDate } = business.legal

/** The headings of the services page for it, in accordance with the fourteen sections. */
const ourGuarantee = {
  id: 'satisfaction-guaranteed',
  heading: `What ${business.guarantee.name} Means`,
  ...business.legal.ourGuarantee,
  parts: [
    {
      blocks: [
        {
          kind: 'paragraph',
          text:
            `Where this site says ${business.guarantee.name}, it means our own part, the ` +
            `referral: ${business.guarantee.promise}. It is not a warranty on the work or the ` +
            'equipment. Those come from the contractor and the manufacturer, as section 9 says.',
        },
      ],
    },
  ],
} as const satisfies LegalAddition

/** The terms of service. Fourteen sections, and the meaning of one of the site's promises. */
export const termsOfService = {
  title: 'Terms of Service',
  metaTitle: 'Terms of Service for Estimates and Contractor Referrals',
  metaDescription:
    'The terms for using {name}: what the referral service does and does not do, who is ' +
    'responsible for the work, and how Florida law applies.',
  lastUpdatedLabel: 'Last updated',
  lastUpdated,
  lastUpdatedDate,
  sections: [
    {
      id: 'acceptance',
      heading: 'Acceptance of These Terms',
      blocks: [
        {
          kind: 'paragraph',
          text:
            'These terms are an agreement between you and {name} ("we", "us"). They apply when ' +
            'you use the website {domain}, send a request through it, or ask us for a referral ' +
            'by phone. If you do not agree with them, please do not use the site.',
        },
        {
          kind: 'paragraph',
          text:
            'You must be at least 18 years old and able to enter into a contract. If you act for ' +
            'a company or an owner, you confirm that you may do so.',
        },
      ],
    },
    {
      id: 'our-service',
      heading: 'What Our Service Is',
      blocks: [
        {
          kind: 'paragraph',
          text:
            'We run a referral network. You describe heating, ventilation, air-conditioning or ' +
            'related work that you need. We pass your request to a contractor in the network who ' +
            `does such work in your part of {region}. The referral is free for you.`,
        },
        {
          kind: 'paragraph',
          text:
            'We are not a contractor. We do not perform, supervise or guarantee the work, and we ' +
            'do not set its price.',
        },
      ],
    },
    {
      id: 'contractors',
      heading: 'Independent Contractors',
      blocks: [
        {
          kind: 'paragraph',
          text:
            'Contractors in the network are independent businesses. They are not our employees, ' +
            'agents or partners. Before we refer requests to a contractor we check that it holds ' +
            'a Florida license for its work and carries insurance. Licenses and policies can ' +
            'change after that, so verify both yourself before you sign.',
        },
        {
          kind: 'paragraph',
          text:
            'Any contract for work is between you and the contractor. The contractor alone is ' +
            'responsible for the estimate, permits, workmanship, materials, safety, schedule and ' +
            'warranty. Contractors may pay us a fee to take part in the network.',
        },
      ],
    },
    {
      id: 'estimates',
      heading: 'Estimates and Response Times',
      blocks: [
        {
          kind: 'paragraph',
          text:
            'Estimates requested through the network are free and put you under no obligation. ' +
            'The contractor makes the estimate, and it binds the contractor only as stated in it.',
        },
        {
          kind: 'paragraph',
          text:
            'We aim to answer estimate requests ' +
            `${business.responsePromise.estimate} and to match you in ` +
            `${business.responsePromise.matching}. These are aims and not guarantees. Storms, ` +
            'heat waves and holidays can make them longer, and for some requests there may be no ' +
            'contractor available.',
        },
      ],
    },
    {
      id: 'your-duties',
      heading: 'Your Responsibilities',
      blocks: [
        { kind: 'paragraph', text: 'You agree to:' },
        {
          kind: 'list',
          items: [
            'give true and complete information, and your own contact details;',
            'ask for work only on property that you own or are authorized to make decisions about;',
            'give the contractor safe access to the equipment;',
            'read the estimate and the contract before you sign them.',
          ],
        },
        {
          kind: 'paragraph',
          text: 'In danger, call 911 before you call us. For fire, a smell of gas or a carbon monoxide alarm, leave the building first. For heat stroke, call 911 and move the person to a cool place.',
        },
      ],
    },
    {
      id: 'contacting-you',
      heading: 'How We Contact You',
      blocks: [
        {
          kind: 'paragraph',
          text:
            'By sending a request you ask us, and the contractor we match with it, to contact ' +
            'you about it. We and they may call, text or email you, using the contact details ' +
            'you gave. You need not agree to this in order to buy anything. Message and data ' +
            'rates may apply. You can end it at any time by telling us or by replying STOP to a ' +
            'text message.',
        },
        {
          kind: 'paragraph',
          text: 'How we handle your information is described in our Privacy Policy.',
        },
      ],
    },
    {
      id: 'use-of-the-site',
      heading: 'Use of the Site',
      blocks: [
        { kind: 'paragraph', text: 'You may use the site for its purpose. You may not:' },
        {
          kind: 'list',
          items: [
            'send false requests, advertising, or details of other people without permission;',
            'send requests by automated means or collect content from the site in bulk;',
            'try to reach areas or data that are not meant for you, or disrupt the site;',
            'use the site in breach of any law.',
          ],
        },
        {
          kind: 'paragraph',
          text: 'We may refuse or remove requests, and block access, where this happens.',
        },
      ],
    },
    {
      id: 'payment',
      heading: 'Prices, Payment and Financing',
      blocks: [
        {
          kind: 'paragraph',
          text:
            'You pay us nothing for a referral. You pay the contractor for work, on the terms ' +
            'that you and the contractor agree on.',
        },
        {
          kind: 'paragraph',
          text: 'Financing may be offered through a contractor or a lender. It depends on approval, and its terms come from the lender. Help with insurance claims means information and documents about the equipment. Neither we nor a contractor negotiates a claim for you, and the insurer decides on it.',
        },
      ],
    },
    {
      id: 'warranties',
      heading: 'Warranties on Work and Equipment',
      blocks: [
        {
          kind: 'paragraph',
          text: 'Warranties are given by the contractor on workmanship and by the manufacturer on equipment. Their length and conditions are stated in your contract and the manufacturer’s papers, and may depend on registration and regular service. Figures on this site are typical ranges. We give no warranty of our own on work or equipment. If you have a complaint, tell us: we take it up with the contractor and take it into account in future referrals.',
        },
      ],
    },
    {
      id: 'intellectual-property',
      heading: 'Content of the Site',
      blocks: [
        {
          kind: 'paragraph',
          text:
            'The texts, pictures and design of the site belong to us or are used by permission. ' +
            'You may read, print and share them for your own project. Any other use needs our ' +
            'written consent. Brand names of equipment and of review sites belong to their ' +
            'owners.',
        },
      ],
    },
    {
      id: 'disclaimer',
      heading: 'Disclaimer',
      blocks: [
        {
          kind: 'paragraph',
          text:
            'The site and the referral service are provided "as is" and "as available." As far ' +
            'as the law allows, we disclaim all warranties, express or implied, including those ' +
            'of merchantability, fitness for a particular purpose and non-infringement.',
        },
        {
          kind: 'paragraph',
          text:
            'General information on the site does not replace the judgment of a licensed person ' +
            'who has seen the equipment. Links to other sites are given for convenience, and we ' +
            'are not responsible for them.',
        },
      ],
    },
    {
      id: 'liability',
      heading: 'Limitation of Liability',
      blocks: [
        {
          kind: 'paragraph',
          text:
            'As far as the law allows, we are not liable for indirect, incidental, special or ' +
            'consequential damages, nor for acts, omissions, work or products of a contractor. ' +
            'Our total liability for any claim connected with the site or the service is limited ' +
            'to the amount paid for the service.',
        },
        {
          kind: 'paragraph',
          text:
            'Nothing in these terms limits liability that cannot be limited by law. You agree ' +
            'to compensate us for third-party claims and costs, including reasonable attorney ' +
            'fees, that result from your breach of these terms or your misuse of the site.',
        },
      ],
    },
    {
      id: 'governing-law',
      heading: 'Governing Law and Courts',
      blocks: [
        {
          kind: 'paragraph',
          text:
            `These terms are governed by the law of the State of ${business.state.name}, without ` +
            'regard to its rules on conflict of laws. Any dispute that arises from them or from ' +
            'the service must be brought in the state or federal courts located in or ' +
            `serving {county}, ${business.state.name}. Both sides accept the jurisdiction ` +
            'of those courts.',
        },
      ],
    },
    {
      id: 'changes-and-contact',
      heading: 'Changes to These Terms and Contact',
      blocks: [
        {
          kind: 'paragraph',
          text:
            'We may change these terms by publishing the new text here with a new date. For a ' +
            'request that you have already sent, the terms of that day apply. If one provision ' +
            'is not enforceable, the others remain in force.',
        },
        {
          kind: 'paragraph',
          text: 'For questions about these terms, call {name} at {phone}.',
        },
      ],
    },
  ],
  addition: ourGuarantee,
} as const satisfies LegalDocument
