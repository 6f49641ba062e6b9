import { Button, Heading, Text } from 'react-email'
import { fillWords } from '#/content/business.ts'
import { telHref } from '#/contracts/contact-details.ts'
import type { Site } from '#/contracts/documents.ts'
import { MailFrame } from './mail-frame.tsx'
import { look } from './mail-look.ts'

/** The words of a mail that says the same to everybody. */
export type Notice = {
  subject: string
  preview: string
  title: string
  paragraphs: readonly string[]
  /** The words of a button that dials the site's phone. */
  call?: string
  footer: string
}

/** A mail that says the same to everybody: the confirmation, the test. */
export function NoticeMail({ notice, site }: { notice: Notice; site: Site }) {
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
      {notice.call && (
        <Button href={telHref(site.phone)} style={look.button} className="m-button">
          {fill(notice.call)}
        </Button>
      )}
    </MailFrame>
  )
}
