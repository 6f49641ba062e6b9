import { Link, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { fonts, style } from '../../pages/shared.json'

export default function Root() {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="" />
        ))}
        <style dangerouslySetInnerHTML={{ __html: style }} />
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
        <nav className="phone-bar">
          <Link className="btn" to="/contact" prefetch="intent">
            FREE ESTIMATE
          </Link>
        </nav>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}
