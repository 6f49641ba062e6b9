import { html, title } from '../../pages/home.json'

export const metadata = { title }

export default function Home() {
  return <div dangerouslySetInnerHTML={{ __html: html }} />
}
