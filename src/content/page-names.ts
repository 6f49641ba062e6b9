import { pagePaths, servicePath } from '#/contracts/routes.ts'
import { detailServiceIds } from '#/contracts/services.ts'
import { sitemapPage } from './pages/sitemap.ts'
import { services } from './services.ts'

/** What each public page is called in a list or a breadcrumb, by path. */
export const pageNames: Readonly<Record<string, string>> = Object.fromEntries([
  ...[...sitemapPage.main.links, ...sitemapPage.legal.links].map(({ href, label }) => [
    href,
    label,
  ]),
  [pagePaths.sitemap, sitemapPage.defaultH1],
  ...detailServiceIds.map((id) => [servicePath(id), services[id].name]),
])
