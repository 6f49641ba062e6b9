import { renderToStaticMarkup } from 'react-dom/server'
import { fillWords } from '#/content/business.ts'
import {
  accountChangeMails,
  accountMails,
  confirmationMail,
  contractorPageMail,
  lapseMail,
  leadMail,
  ownLapseMail,
  testMail,
} from '#/content/mails.ts'
import { requestPage } from '#/content/request-page.ts'
import { telHref } from '#/contracts/leads/contact-details.ts'
import type { MailToRender, RenderMail } from '#/contracts/notifications/mails.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import { withoutDirectionMarks } from '#/contracts/text.ts'
import { fillIn } from '../words.ts'
import { type Notice, NoticeMail } from './notice-mail.tsx'
import { leadNotice, newsNotice, statementNotice, waitingNotice } from './notices.ts'
import { furtherOf, jobNotice, offerNotice } from './offer-notice.ts'
import { updateNotice } from './update-notice.ts'

/** Indented, so that no line that a visitor typed looks like one of ours. */
const indent = (text: string) => text.replace(/^/gm, '  ')

const block = (label: string, text: string) => `${label}\n${indent(text)}`

function noticeText(notice: Notice, site: Site): string {
  const { call, action, further } = notice
  const parts = [notice.title, ...notice.paragraphs].map((part) => fillWords(part, site))
  const facts = (notice.facts ?? []).map(({ label, value, link, linkText }) =>
    block(label, linkText ? `${value}\n${linkText}: ${link}` : value),
  )
  const end = [
    ...(call ? [`${fillWords(call.button, site)}: ${call.link}`] : []),
    ...(action ? [`${action.button}:\n${action.link}`] : []),
    ...(further ? [`${further.text}:\n${further.link}`] : []),
    `-- \n${fillWords(notice.footer, site)}`,
  ]
  return `${[...parts, ...facts, ...end].join('\n\n')}\n`
}

const notices: {
  [Kind in MailToRender['kind']]: (wanted: MailToRender & { kind: Kind }, site: Site) => Notice
} = {
  test: () => testMail,
  lead: leadNotice,
  confirmation(wanted, { phone }) {
    const { link, asksTown, reference } = wanted
    const { button, call, answerBy, askTown, paragraphs, ...words } = confirmationMail
    const [first, ...rest] = paragraphs
    const when = wanted.answerBy ? [fillIn(answerBy, { time: wanted.answerBy })] : []
    return {
      ...words,
      paragraphs: [first, ...when, ...(asksTown ? [askTown] : []), ...rest],
      call: { button: call, link: telHref(phone) },
      facts: [{ label: requestPage.reference, value: reference }],
      action: { button, link },
    }
  },
  offer: offerNotice,
  job: jobNotice,
  update: updateNotice,
  'contractor-page'({ companyName, link }) {
    const { button, ...words } = contractorPageMail
    const paragraphs = words.paragraphs.map((text) => fillIn(text, { company: companyName }))
    return { ...words, paragraphs, action: { button, link } }
  },
  'account-changed': ({ change }) => accountChangeMails[change],
  'account-link'(wanted) {
    const { button, ...words } = accountMails[wanted.for]
    const person = wanted.for === 'invitation' ? withoutDirectionMarks(wanted.invitedBy) : ''
    const fill = (text: string) => fillIn(text, { person })
    return {
      ...words,
      preview: fill(words.preview),
      paragraphs: words.paragraphs.map(fill),
      action: { button, link: wanted.link },
    }
  },
  lapses(wanted) {
    const { before, after, button, ...words } = lapseMail
    const paragraphs = [before, ...wanted.lapses.map(withoutDirectionMarks), after]
    return { ...words, paragraphs, action: { button, link: wanted.link } }
  },
  'own-lapse'(wanted) {
    const { before, after, ...words } = ownLapseMail
    return { ...words, paragraphs: [before, wanted.lapse, after], ...furtherOf(wanted) }
  },
  statement: (wanted) => ({ ...statementNotice(wanted.statement), ...furtherOf(wanted) }),
  waiting: waitingNotice,
  news: newsNotice,
}

/** How many of the requests of a mail to the owner or a user are emergencies, and of how many. */
function emergenciesIn(wanted: MailToRender): [urgent: number, all: number] {
  if (wanted.kind === 'lead') return [Number(wanted.lead.isUrgent), 1]
  return 'urgentCount' in wanted ? [wanted.urgentCount, wanted.count] : [0, 0]
}

/** Renders a mail as HTML and as plain text. */
export const renderMail: RenderMail = async (wanted, site) => {
  const write = notices[wanted.kind] as (wanted: MailToRender, site: Site) => Notice
  const notice = write(wanted, site)
  const html = `<!doctype html>${renderToStaticMarkup(<NoticeMail notice={notice} site={site} />)}`
  const text = noticeText(notice, site)
  const subject = fillWords(notice.subject, site)
  const [urgent, all] = emergenciesIn(wanted)
  if (urgent === 0) return { subject, html, text }
  const begin = urgent === all ? `${leadMail.urgentSubject}: ` : ''
  return { subject: begin + subject, html, text, isUrgent: true }
}
