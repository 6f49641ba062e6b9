import type { ReactNode } from 'react'
import { Body, Column, Container, Head, Html, Preview, Row, Section, Text } from 'react-email'
import { breeze, darkStyle, look } from './mail-look.ts'

const raw = (text: string) => ({ dangerouslySetInnerHTML: { __html: text } })

/** The breeze as colored boxes: mail programs hide remote pictures and do not support SVG. */
function Breeze() {
  return breeze.map(({ height, from, to, start }) => (
    <div
      key={start}
      style={{
        height: `${height}px`,
        marginLeft: start,
        marginBottom: '2px',
        fontSize: 0,
        lineHeight: 0,
        backgroundColor: from,
        backgroundImage: `linear-gradient(90deg, ${from}, ${to})`,
        borderRadius: `${height}px 0 0 ${height}px`,
      }}
    >
      &nbsp;
    </div>
  ))
}

/** The frame of every mail: the brand, the breeze, and below it why the reader gets the mail. */
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
      <Body className="m-body" style={{ margin: 0, backgroundColor: look.page.backgroundColor }}>
        <Section>
          <Row>
            <Column style={look.page} className="m-page">
              <Container style={look.card} className="m-card">
                <Row>
                  <Column style={look.header} className="m-side">
                    <Text style={look.brand}>{brand}</Text>
                  </Column>
                </Row>
                <Row>
                  <Column style={look.breeze}>
                    <Breeze />
                  </Column>
                </Row>
                <Row>
                  <Column style={look.content} className="m-side">
                    {children}
                  </Column>
                </Row>
              </Container>
              <Container style={look.below}>
                <Row>
                  <Column style={look.footer} className="m-side m-muted">
                    {footer}
                  </Column>
                </Row>
              </Container>
            </Column>
          </Row>
        </Section>
      </Body>
    </Html>
  )
}
