import { html, title } from '../../pages/contact.json'

export const meta = () => [{ title }]

export default function Contact() {
  return <div dangerouslySetInnerHTML={{ __html: html }} />
}
