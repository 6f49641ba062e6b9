import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { privacyPolicy } from '#/content/legal/privacy-policy.ts'
import { termsOfService } from '#/content/legal/terms-of-service.ts'
import { serviceDetails } from '#/content/services/service-details.ts'
import { siteEndpoints } from '#/contracts/endpoints/site.ts'
import type {
  DocumentAssets,
  DocumentToRender,
  RenderDocument,
} from '#/contracts/pages/documents.ts'
import { detailServiceIds } from '#/contracts/site/services.ts'
import { isUnknownServicePath, pagePaths, servicePath } from '#/contracts/site-routes.ts'
import { Office } from '../admin/office.tsx'
import { ContractorPage } from '../contractor/contractor-page.tsx'
import { OfferPage } from '../offer/offer-page.tsx'
import { PathContext } from '../page-context.ts'
import { RequestPage } from '../request/request-page.tsx'
import { TokenProblemPage } from '../request/token-page.tsx'
import { AboutPage } from '../site/about/about-page.tsx'
import { PublicPage } from '../site/chrome/public-page.tsx'
import { ContactPage } from '../site/contact/contact-page.tsx'
import { EstimateResultPage } from '../site/estimate-result/estimate-result-page.tsx'
import { HomePage } from '../site/home/home-page.tsx'
import { LegalPage } from '../site/legal/legal-page.tsx'
import { NotFoundPage, ServiceNotFoundPage } from '../site/not-found/not-found-pages.tsx'
import { ServiceAreasPage } from '../site/service-areas/service-areas-page.tsx'
import { ServiceDetailPage } from '../site/service-detail/service-detail-page.tsx'
import { ServicesPage } from '../site/services/services-page.tsx'
import { SitemapPage } from '../site/sitemap/sitemap-page.tsx'
import { WhatsWrongPage } from '../site/whats-wrong/whats-wrong-page.tsx'
import { bootScript, speculationRules } from './boot.ts'
import { Document, type Inlined, officeId } from './document.tsx'

const servicePages = detailServiceIds.map((id): [string, ComponentType] => [
  servicePath(id),
  () => <ServiceDetailPage id={id} detail={serviceDetails[id]} />,
])

const publicPages = new Map<string, ComponentType>([
  [pagePaths.home, HomePage],
  [pagePaths.services, ServicesPage],
  ...servicePages,
  [pagePaths.about, AboutPage],
  [pagePaths.serviceAreas, ServiceAreasPage],
  [pagePaths.contact, ContactPage],
  [pagePaths.whatsWrong, WhatsWrongPage],
  [pagePaths.privacyPolicy, () => <LegalPage document={privacyPolicy} />],
  [pagePaths.termsOfService, () => <LegalPage document={termsOfService} />],
  [pagePaths.sitemap, SitemapPage],
])

/** The page at a path, and the status of its document: one of the two "not found" pages where there is none. */
function pageAt(path: string): { Page: ComponentType; status: 200 | 404 } {
  const Page = publicPages.get(path)
  if (Page) return { Page, status: 200 }
  return { Page: isUnknownServicePath(path) ? ServiceNotFoundPage : NotFoundPage, status: 404 }
}

function inlinedIn({ kind }: DocumentToRender, assets: DocumentAssets): Inlined {
  const { siteCss, tokenPagesCss } = assets
  if (kind === 'admin') return { inlineStyles: [], inlineScripts: [] }
  if (kind === 'page') {
    return { inlineStyles: [siteCss], inlineScripts: [bootScript(assets), speculationRules] }
  }
  // What answers a form that was sent without JavaScript, or is opened by a secret, has no script.
  return { inlineStyles: [siteCss + tokenPagesCss], inlineScripts: [] }
}

function bodyOf(wanted: DocumentToRender) {
  if (wanted.kind === 'admin') {
    return (
      // React takes over what is in the element, so nothing else may be in it.
      <div id={officeId}>
        <PathContext value={wanted.path}>
          <Office />
        </PathContext>
      </div>
    )
  }
  if (wanted.kind === 'page') {
    const { path, metadata } = wanted
    const { Page } = pageAt(path)
    return (
      <PublicPage path={path} metadata={metadata}>
        <Page />
      </PublicPage>
    )
  }
  if (wanted.kind === 'request') return <RequestPage request={wanted.request} />
  if (wanted.kind === 'offer') return <OfferPage offer={wanted.offer} />
  if (wanted.kind === 'contractor') return <ContractorPage contractor={wanted.contractor} />
  if (wanted.kind === 'token-problem') return <TokenProblemPage problem={wanted.problem} />
  return (
    <PublicPage path={siteEndpoints.contact.path} metadata={wanted.metadata}>
      <EstimateResultPage result={wanted.result} />
    </PublicPage>
  )
}

/** Renders a whole document. Pure: the same arguments give the same bytes. */
export const renderDocument: RenderDocument = (wanted, { site, assets }) => {
  const inlined = inlinedIn(wanted, assets)
  const html = renderToString(
    <Document wanted={wanted} site={site} assets={assets} {...inlined}>
      {bodyOf(wanted)}
    </Document>,
  )
  return {
    status: wanted.kind === 'page' ? pageAt(wanted.path).status : 200,
    html: `<!doctype html>${html}`,
    ...inlined,
  }
}

export { renderMail } from '../mail/render-mail.tsx'
