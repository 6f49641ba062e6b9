import type { ReactNode } from 'react'
import { Body, Container, Head, Html, Preview, Section, Text } from 'react-email'
import { breeze, darkStyle, look } from './mail-look.ts'

const raw = (text: string) => ({ dangerouslySetInnerHTML: { __html: text } })

/** The breeze as rows of a table: mail programs hide remote pictures and know no SVG. */
function Breeze() {
  return breeze.map(({ height, from, to }, i) => (
    <Section key={String(i)} data-skip-in-text="true">
      <div
        style={{
          height: `${height}px`,
          fontSize: 0,
          lineHeight: 0,
          marginBottom: '2px',
          marginLeft: `${i * 12}%`,
          backgroundColor: from,
          backgroundImage: `linear-gradient(90deg, ${from}, ${to})`,
          borderRadius: `${height}px 0 0 ${height}px`,
        }}
      >
        &nbsp;
      </div>
    </Section>
  ))
}

/** What every mail stands in: the brand, the breeze, and why one gets it. */
export function MailFrame({
  brand,
  preview,
  footer,
  children,
}: {
  brand: string
  preview: string
  footer: string
  children: ReactNode
}) {
  return (
    <Html lang="en" dir="ltr">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style {...raw(darkStyle)} />
      </Head>
      <Preview>{preview}</Preview>
      <Body style={look.body} className="m-body">
        <Container style={look.card} className="m-card">
          <Section style={look.header} className="m-header">
            <Text style={look.brand}>{brand}</Text>
          </Section>
          <Section style={{ backgroundColor: look.header.backgroundColor }}>
            <Breeze />
          </Section>
          <Section style={look.content} className="m-content">
            {children}
          </Section>
        </Container>
        <Text style={look.footer} className="m-muted">
          {footer}
        </Text>
      </Body>
    </Html>
  )
}
