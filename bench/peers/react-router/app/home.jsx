import { html, title } from '../../pages/home.json'

export const meta = () => [{ title }]

export default function Home() {
  return <div dangerouslySetInnerHTML={{ __html: html }} />
}
