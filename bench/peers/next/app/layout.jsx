import Link from 'next/link'
import { preload } from 'react-dom'
import { fonts, style } from '../../pages/shared.json'

export default function Layout({ children }) {
  for (const font of fonts) preload(font, { as: 'font', type: 'font/woff2', crossOrigin: '' })
  return (
    <html lang="en">
      <head>
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        {children}
        <nav className="phone-bar">
          <Link className="btn" href="/contact">
            FREE ESTIMATE
          </Link>
        </nav>
      </body>
    </html>
  )
}
