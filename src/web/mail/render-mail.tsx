import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { fillWords } from '#/content/business.ts'
import {
  accountChangeMails,
  accountMails,
  confirmationMail,
  lapseMail,
  leadMail,
  probeMails,
  testMail,
} from '#/content/mails.ts'
import { serviceLabel } from '#/content/service-label.ts'
import type { Site } from '#/contracts/documents.ts'
import type { MailToRender, RenderMail } from '#/contracts/notifications/mails.ts'
import { withoutDirectionMarks } from '#/contracts/text.ts'
import { LeadMail } from './lead-mail.tsx'
import { type Notice, NoticeMail } from './notice-mail.tsx'
import { offerNotice } from './offer-notice.ts'
import { leadText, noticeText } from './plain-text.ts'

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
function noticeOf(wanted: Exclude<MailToRender, { kind: 'lead' }>, siteUrl: string): Notice {
  switch (wanted.kind) {
    case 'test':
      return testMail
    case 'confirmation': {
      const { button, ...words } = confirmationMail
      return { ...words, action: { button, link: wanted.link } }
    }
    case 'offer':
    case 'match':
    case 'recall':
    case 'unmatched':
    case 'introduction':
    case 'follow-up':
      return offerNotice(wanted, siteUrl)
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
    case 'probe-failed': {
      const { before, after, button, ...words } = probeMails.failed
      return {
        ...words,
        paragraphs: [before, wanted.problem, after],
        action: { button, link: wanted.link },
      }
    }
    case 'probe-works': {
      const { button, ...words } = probeMails.works
      return { ...words, action: { button, link: wanted.link } }
    }
    case 'password-reset':
    case 'email-change': {
      const { button, ...words } = accountMails[wanted.kind]
      return { ...words, action: { button, link: wanted.link } }
    }
  }
}

type Composed = { subject: string; body: ReactNode; text: string }

function compose(wanted: MailToRender, site: Site): Composed {
  if (wanted.kind === 'lead') {
    const { lead } = wanted
    const leadSourceMessage = wanted.leadSourceMessage ?? fillWords(leadMail.builtInSource, site)
    const body = <LeadMail lead={lead} leadSourceMessage={leadSourceMessage} site={site} />
    return { subject: subjectOf(lead), body, text: leadText(lead, leadSourceMessage, site) }
  }
  const notice = noticeOf(wanted, site.url)
  const body = <NoticeMail notice={notice} site={site} />
  return { subject: fillWords(notice.subject, site), body, text: noticeText(notice, site) }
}

/** Renders a mail as HTML and as plain text. */
export const renderMail: RenderMail = async (wanted, site) => {
  const { subject, body, text } = compose(wanted, site)
  return { subject, html: `<!doctype html>${renderToStaticMarkup(body)}`, text }
}
