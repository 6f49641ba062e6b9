import type { ReactNode } from 'react'
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
import { serviceLabel } from '#/content/service-label.ts'
import type { MailToRender, NotifiedLead, RenderMail } from '#/contracts/notifications/mails.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import { leadPagePath } from '#/contracts/routes.ts'
import { towns } from '#/contracts/site/towns.ts'
import { withoutDirectionMarks } from '#/contracts/text.ts'
import { fullTime } from '../dates.ts'
import { attributionFields, leadMailFields, type MailField } from './lead-fields.ts'
import { LeadMail } from './lead-mail.tsx'
import { newsNotice } from './news-notice.ts'
import { type Notice, NoticeMail } from './notice-mail.tsx'
import { furtherOf, offerNotice } from './offer-notice.ts'
import { statementNotice } from './statement-notice.ts'
import { waitingNotice } from './waiting-notice.ts'

/** Indented, so that no line that a visitor typed looks like one of ours. */
const indent = (text: string) => text.replace(/^/gm, '  ')

const block = (label: string, text: string) => `${label}\n${indent(text)}`

const fieldBlock = ({ label, value }: MailField) => block(label, value)

/** The mail of a lead as plain text. */
function leadText(lead: NotifiedLead, leadSourceMessage: string, site: Site): string {
  const attribution = attributionFields(lead)
  const parts = [
    `${leadMail.title}\n${fullTime(Date.parse(lead.createdAt))}`,
    ...leadMailFields(lead).map(fieldBlock),
    `${leadMail.open}:\n${site.url}${leadPagePath(lead.id)}${lead.email && `\n${leadMail.reply}`}`,
    ...(attribution.length > 0
      ? [[leadMail.attribution.title, ...attribution.map(fieldBlock)].join('\n\n')]
      : []),
    ...(leadSourceMessage ? [block(leadMail.leadSource, leadSourceMessage)] : []),
    `-- \n${fillWords(leadMail.footer, site)}`,
  ]
  return `${parts.join('\n\n')}\n`
}

/** A notice as plain text. */
function noticeText(notice: Notice, site: Site): string {
  const { action, further, choice } = notice
  const parts = [notice.title, ...notice.paragraphs].map((part) => fillWords(part, site))
  const facts = (notice.facts ?? []).map(({ label, value, link, linkText }) =>
    block(label, linkText ? `${value}\n${linkText}: ${link}` : value),
  )
  const links = choice?.links.map(({ text, link }) => `${text}: ${link}`) ?? []
  const end = [
    ...(choice ? [[choice.text, ...links].join('\n')] : []),
    ...(action ? [`${action.button}:\n${action.link}`] : []),
    ...(further ? [`${further.text}:\n${further.link}`] : []),
    `-- \n${fillWords(notice.footer, site)}`,
  ]
  return `${[...parts, ...facts, ...end].join('\n\n')}\n`
}

const longestNameInSubject = 60

function subjectOf(lead: { name: string; service: string }): string {
  const name = withoutDirectionMarks(lead.name).replace(/\s+/g, ' ').trim()
  const letters = [...name]
  const short =
    letters.length > longestNameInSubject
      ? `${letters.slice(0, longestNameInSubject).join('')}…`
      : name
  // A function, because `$&` in a replacement text has a meaning.
  return leadMail.subject
    .replace('{service}', serviceLabel(lead.service))
    .replace('{lead}', () => short)
}

/** The words of a mail that is not about a lead. */
function noticeOf(wanted: Exclude<MailToRender, { kind: 'lead' }>): Notice {
  switch (wanted.kind) {
    case 'test':
      return testMail
    case 'confirmation': {
      const { button, answerBy, askTown, paragraphs, ...words } = confirmationMail
      const { link, asksTown, reference } = wanted
      const [first, ...rest] = paragraphs
      const when = wanted.answerBy ? [answerBy.replace('{time}', wanted.answerBy)] : []
      const townLink = (text: string) => {
        return { text, link: `${link}?${new URLSearchParams({ town: text })}` }
      }
      return {
        ...words,
        paragraphs: [first, ...when, ...rest],
        facts: [{ label: requestPage.reference, value: reference }],
        ...(asksTown && { choice: { text: askTown, links: towns.map(townLink) } }),
        action: { button, link },
      }
    }
    case 'offer':
    case 'job':
    case 'job-gone':
    case 'update':
    case 'follow-up':
      return offerNotice(wanted)
    case 'contractor-page': {
      const { button, ...words } = contractorPageMail
      const fill = (text: string) => text.replace('{company}', () => wanted.companyName)
      const paragraphs = words.paragraphs.map(fill)
      return { ...words, paragraphs, action: { button, link: wanted.link } }
    }
    case 'account-changed':
      return accountChangeMails[wanted.change]
    case 'invitation': {
      const { invitedBy, link } = wanted
      const { button, ...words } = accountMails.invitation
      const fill = (text: string) =>
        text.replace('{person}', () => withoutDirectionMarks(invitedBy))
      const preview = fill(words.preview)
      return { ...words, preview, paragraphs: words.paragraphs.map(fill), action: { button, link } }
    }
    case 'lapses': {
      const { before, after, button, ...words } = lapseMail
      const lapses = wanted.lapses.map(withoutDirectionMarks)
      return {
        ...words,
        paragraphs: [before, ...lapses, after],
        action: { button, link: wanted.link },
      }
    }
    case 'own-lapse': {
      const { before, after, ...words } = ownLapseMail
      return { ...words, paragraphs: [before, wanted.lapse, after], ...furtherOf(wanted) }
    }
    case 'statement':
      return { ...statementNotice(wanted.statement), ...furtherOf(wanted) }
    case 'waiting':
      return waitingNotice(wanted)
    case 'news':
      return newsNotice(wanted)
    case 'password-reset':
    case 'email-change': {
      const { button, ...words } = accountMails[wanted.kind]
      return { ...words, action: { button, link: wanted.link } }
    }
  }
}

type Composed = { subject: string; body: ReactNode; text: string }

/** Whether a mail to the owner or a user is about emergencies alone, about some, or about none. */
function emergenciesIn(wanted: MailToRender): 'all' | 'some' | 'none' {
  if (wanted.kind === 'lead') return wanted.lead.isUrgent ? 'all' : 'none'
  if (wanted.kind !== 'news' && wanted.kind !== 'waiting') return 'none'
  if (wanted.urgentCount === 0) return 'none'
  return wanted.urgentCount === wanted.count ? 'all' : 'some'
}

function compose(wanted: MailToRender, site: Site): Composed {
  if (wanted.kind === 'lead') {
    const { lead } = wanted
    const leadSourceMessage = wanted.leadSourceMessage ?? fillWords(leadMail.builtInSource, site)
    const body = <LeadMail lead={lead} leadSourceMessage={leadSourceMessage} site={site} />
    return { subject: subjectOf(lead), body, text: leadText(lead, leadSourceMessage, site) }
  }
  const notice = noticeOf(wanted)
  const body = <NoticeMail notice={notice} site={site} />
  return { subject: fillWords(notice.subject, site), body, text: noticeText(notice, site) }
}

/** Renders a mail as HTML and as plain text. */
export const renderMail: RenderMail = async (wanted, site) => {
  const { subject, body, text } = compose(wanted, site)
  const html = `<!doctype html>${renderToStaticMarkup(body)}`
  const emergencies = emergenciesIn(wanted)
  if (emergencies === 'none') return { subject, html, text }
  const begin = emergencies === 'all' ? `${leadMail.urgentSubject}: ` : ''
  return { subject: begin + subject, html, text, isUrgent: true }
}
