import { business } from '../business.ts'
import type { LegalDocument } from './legal-document.ts'
import { whatTheSiteDoes } from './what-the-site-does.ts'

const { childrenUnder, lastUpdated, lastUpdatedDate } = business.legal

/** The privacy policy. Nine sections, and below them what the site does in detail. */
export const privacyPolicy = {
  title: 'Privacy Policy',
  metaTitle: 'Privacy Policy: How Your Estimate Request Is Handled',
  metaDescription:
    'What {name} collects when you ask for an estimate, who receives it and how it is ' +
    'protected. Also how you can see it, correct it or delete it.',
  lastUpdatedLabel: 'Last updated',
  lastUpdated,
  lastUpdatedDate,
  sections: [
    {
      id: 'introduction',
      heading: 'Introduction',
      blocks: [
        {
          kind: 'paragraph',
          text:
            '{name} ("we", "us") runs the website {domain}. We are a referral network: people ' +
            'who need heating or cooling work tell us about it, and we connect them with an ' +
            `independent licensed contractor in {region}. This policy says what ` +
            'information we collect for that, what we do with it, and what you can ask of us.',
        },
        {
          kind: 'paragraph',
          text:
            'It covers this website and the requests that you send through it or by phone. It ' +
            'does not cover information that you give to a contractor directly, or other ' +
            'websites that we link to.',
        },
      ],
    },
    {
      id: 'information-we-collect',
      heading: 'Information We Collect',
      blocks: [
        {
          kind: 'paragraph',
          text: 'When you send the estimate form, we collect what you enter:',
        },
        {
          kind: 'list',
          items: [
            'your name, email address and phone number;',
            'the service that you need, and the address of the property if you give it;',
            'what you write about the project, if anything.',
          ],
        },
        {
          kind: 'paragraph',
          text: 'With the request we also store:',
        },
        {
          kind: 'list',
          items: [
            'the date and time, the page you sent it from, and the wording that you agreed to by ' +
              'sending it;',
            'how you came to the site: the first page you opened, the site that linked to us, ' +
              'and campaign or click identifiers that were part of the link.',
          ],
        },
        {
          kind: 'paragraph',
          text:
            'Like any website, ours receives the IP address and browser type of each visitor. We ' +
            'use them to deliver the pages and to limit abuse of the form.',
        },
        {
          kind: 'paragraph',
          text:
            'We use no tracking or advertising cookies. The map on some pages is loaded from an ' +
            'outside maps service when you reach it. That service then sees your IP address and ' +
            'may set cookies under its own policy. Everything that this site itself keeps in a ' +
            `browser is listed below, under ${whatTheSiteDoes.heading}.`,
        },
      ],
    },
    {
      id: 'how-we-use-information',
      heading: 'How We Use Your Information',
      blocks: [
        { kind: 'paragraph', text: 'We use the information to:' },
        {
          kind: 'list',
          items: [
            'answer your request and match you with a contractor;',
            'call, text or email you about that request;',
            'check how the matching and the work went;',
            'keep a record of what was asked, agreed and passed on;',
            'see which pages and campaigns lead to requests;',
            'detect spam and fraud, and meet our legal duties.',
          ],
        },
        {
          kind: 'paragraph',
          text:
            'Software checks each request for signs of spam: what is written in it, whether others ' +
            'sent the same text, and how soon after opening the page it was sent. What looks like ' +
            'spam is set aside, and one of our staff can still answer it.',
        },
        {
          kind: 'paragraph',
          text:
            'We keep a request for as long as these purposes, open questions about the work or ' +
            'the law require. After that we delete it or remove what identifies you.',
        },
      ],
    },
    {
      id: 'disclosure',
      heading: 'Disclosure of Your Information',
      blocks: [
        { kind: 'paragraph', text: 'We share your information only with:' },
        {
          kind: 'list',
          items: [
            'the contractor, or the contractors, that we match with your request, so that they ' +
              'can contact you and prepare an estimate;',
            'companies that run our hosting, email and phone service, who may use it only to ' +
              'provide that service to us;',
            'courts, authorities or advisers where the law requires it or where it is needed to ' +
              'protect rights, safety or property;',
            'a successor, if the network is sold or merged, who must keep to this policy.',
          ],
        },
        {
          kind: 'paragraph',
          text:
            'We do not sell your information to advertisers or data brokers. Contractors may pay ' +
            'a fee to take part in the network. A contractor who receives your request is an ' +
            'independent business and responsible for how it handles your information.',
        },
      ],
    },
    {
      id: 'security',
      heading: 'Security of Your Information',
      blocks: [
        {
          kind: 'paragraph',
          text: 'Requests are stored on access-controlled systems. Only staff who need them for their work can read them, after signing in. Staff passwords are stored in hashed form. No system is free of risk, so we cannot promise absolute security. If a breach concerns your information, we notify you as Florida law requires.',
        },
        {
          kind: 'paragraph',
          text:
            'Please do not put payment details, Social Security numbers or health information ' +
            'into the form. We do not need them.',
        },
      ],
    },
    {
      id: 'privacy-rights',
      heading: 'Your Privacy Rights',
      blocks: [
        { kind: 'paragraph', text: 'You can ask us at any time to:' },
        {
          kind: 'list',
          items: [
            'tell you what information we hold about you and give you a copy;',
            'correct it;',
            'delete it, except what we must keep by law;',
            'stop calling, texting or emailing you. You can also reply STOP to a text message.',
          ],
        },
        {
          kind: 'paragraph',
          text: 'Call {phone} or write to {email}. We may ask for details of your request, to make sure that we’re answering the right person. Asking costs nothing, and you are treated no differently for it. If your request was already passed to a contractor, we tell the contractor what you asked.',
        },
      ],
    },
    {
      id: 'children',
      heading: "Children's Privacy",
      blocks: [
        {
          kind: 'paragraph',
          text: `This site is meant for owners and managers of property. It is not directed to children under ${childrenUnder}, and we do not knowingly collect information from them. If you believe that a child has sent us information, call us and we’ll delete it.`,
        },
      ],
    },
    {
      id: 'changes',
      heading: 'Changes to This Policy',
      blocks: [
        {
          kind: 'paragraph',
          text:
            'When we change this policy, we publish the new text on this page with a new date ' +
            'at its top. If a change affects how we use information you have already sent, we ' +
            'tell you before we use it in the new way.',
        },
      ],
    },
    {
      id: 'contact',
      heading: 'Contact Us',
      blocks: [
        {
          kind: 'paragraph',
          text: 'For questions about this policy or your information, call {name} at {phone}.',
        },
      ],
    },
  ],
  addition: whatTheSiteDoes,
} as const satisfies LegalDocument
