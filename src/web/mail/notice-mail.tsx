import { Button, Heading, Section, Text } from 'react-email'
import { fillWords } from '#/content/business.ts'
import { telHref } from '#/contracts/contact-details.ts'
import type { Site } from '#/contracts/documents.ts'
import { Lines, MailField } from './mail-field.tsx'
import { MailFrame } from './mail-frame.tsx'
import { look } from './mail-look.ts'

/** The words of a mail that is not about a lead. */
export type Notice = {
  subject: string
  preview: string
  title: string
  paragraphs: readonly string[]
  /** What it is about, as typed: nothing is filled in. */
  facts?: readonly { label: string; value: string }[]
  /** The words of a button that dials the site's phone. */
  call?: string
  /** The words of a button, and where it leads. */
  action?: { button: string; link: string }
  footer: string
}

/** A mail that is not about a lead: the confirmation, the test, what concerns an account. */
export function NoticeMail({ notice, site }: { notice: Notice; site: Site }) {
  const { action } = notice
  const fill = (text: string) => fillWords(text, site)
  return (
    <MailFrame brand={site.name} preview={fill(notice.preview)} footer={fill(notice.footer)}>
      <Heading as="h1" style={{ ...look.title, margin: '0 0 12px' }} className="m-ink">
        {fill(notice.title)}
      </Heading>
      {notice.paragraphs.map((paragraph) => (
        <Text key={paragraph} style={look.paragraph} className="m-ink">
          {fill(paragraph)}
        </Text>
      ))}
      {notice.facts && (
        <Section style={{ margin: '0 0 24px' }}>
          {notice.facts.map(({ label, value }) => (
            <MailField key={label} label={label}>
              <Lines text={value} />
            </MailField>
          ))}
        </Section>
      )}
      {action && (
        <>
          <Button href={action.link} style={look.button} className="m-button">
            {action.button}
          </Button>
          <Text style={look.fine} className="m-muted">
            {action.link}
          </Text>
        </>
      )}
      {notice.call && (
        <Button href={telHref(site.phone)} style={look.button} className="m-button">
          {fill(notice.call)}
        </Button>
      )}
    </MailFrame>
  )
}
