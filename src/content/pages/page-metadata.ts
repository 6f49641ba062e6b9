import { pagePaths, servicePath } from '#/contracts/site-routes.ts'
import { business } from '../business.ts'
import { estimateResultPage } from '../estimate-form.ts'
import { privacyPolicy } from '../legal/privacy-policy.ts'
import { termsOfService } from '../legal/terms-of-service.ts'
import { serviceDetails } from '../services/service-details.ts'
import { aboutPage } from './about.ts'
import { contactPage } from './contact.ts'
import { homePage } from './home.ts'
import { notFoundPage, serviceNotFound } from './not-found.ts'
import { serviceAreasPage } from './service-areas.ts'
import { servicesPage } from './services.ts'
import { sitemapPage } from './sitemap.ts'
import { whatsWrongPage } from './whats-wrong.ts'

/** A page's metadata where no SEO record overrides it. */
type BuiltInMetadata = {
  readonly title: string
  readonly description: string
  readonly keywords: string
  readonly heading: string
  /** The day on which the page's text last changed, for `sitemap.xml`: YYYY-MM-DD. */
  readonly changed: string
}

/** When the pages without a date of their own were last revised. */
const lastReview = '2026-11-29'

type PageWords = { metaTitle: string; metaDescription: string; defaultH1: string }

const ofPage = ({ metaTitle, metaDescription, defaultH1 }: PageWords, keywords: string) => ({
  title: metaTitle,
  description: metaDescription,
  keywords,
  heading: defaultH1,
  changed: lastReview,
})

type LegalWords = {
  metaTitle: string
  metaDescription: string
  title: string
  addition: { lastUpdatedDate: string }
}

const ofLegal = (words: LegalWords, keywords: string) => ({
  title: words.metaTitle,
  description: words.metaDescription,
  keywords,
  heading: words.title,
  changed: words.addition.lastUpdatedDate,
})

const ofService = ([id, { title, metaTitle, metaDescription }]: [
  string,
  { title: string; metaTitle: string; metaDescription: string },
]): [string, BuiltInMetadata] => [
  servicePath(id),
  {
    title: metaTitle,
    description: metaDescription,
    keywords: `${title}, {towns} FL, {region} HVAC contractors`,
    heading: title,
    changed: lastReview,
  },
]

/** The built-in metadata of every public page by its path. Texts have placeholders. */
export const builtInMetadata: Record<string, BuiltInMetadata> = {
  [pagePaths.home]: ofPage(
    homePage,
    'HVAC contractors, AC repair, heating and cooling, {towns} FL, {region}',
  ),
  [pagePaths.services]: ofPage(
    servicesPage,
    'HVAC services, AC repair, heating installation, duct cleaning, HVAC inspections, {region}',
  ),
  [pagePaths.about]: ofPage(
    aboutPage,
    `HVAC contractor network, ${business.contractors.licensed} HVAC contractors, contractor matching, {region}`,
  ),
  [pagePaths.serviceAreas]: ofPage(
    serviceAreasPage,
    'HVAC {town}, HVAC contractors {towns} FL, {county}, {region}',
  ),
  [pagePaths.contact]: ofPage(
    contactPage,
    'free HVAC estimate, HVAC quote, emergency AC repair, contact HVAC contractors, {town} FL',
  ),
  [pagePaths.whatsWrong]: ofPage(
    whatsWrongPage,
    'AC not cooling, water near air handler, breaker trips, burning smell, HVAC problems, {town} FL',
  ),
  [pagePaths.privacyPolicy]: ofLegal(privacyPolicy, 'privacy policy, {name}'),
  [pagePaths.termsOfService]: ofLegal(termsOfService, 'terms of service, {name}'),
  [pagePaths.sitemap]: ofPage(sitemapPage, 'sitemap, all pages, {name}'),
  ...Object.fromEntries(Object.entries(serviceDetails).map(ofService)),
}

const ofMissing = ({
  metaTitle,
  metaDescription,
  heading,
}: {
  metaTitle: string
  metaDescription: string
  heading: string
}): BuiltInMetadata => ({
  title: metaTitle,
  description: metaDescription,
  keywords: '',
  heading,
  changed: lastReview,
})

/** For pages that search engines must not list: they have no address of their own. */
export const unlistedMetadata = {
  notFound: ofMissing(notFoundPage),
  serviceNotFound: ofMissing(serviceNotFound),
  estimateResult: ofMissing({ ...estimateResultPage, heading: '' }),
} as const
