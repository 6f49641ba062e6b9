import { detailServiceIds } from '#/contracts/site/services.ts'
import { pagePaths, servicePath } from '#/contracts/site-routes.ts'
import { business, capitalized } from '../business.ts'
import { privacyPolicy } from '../legal/privacy-policy.ts'
import { termsOfService } from '../legal/terms-of-service.ts'
import { serviceDetails } from '../services/service-details.ts'
import { aboutPage } from './about.ts'
import { contactPage } from './contact.ts'
import { homePage } from './home.ts'
import { homeBelowFold } from './home-below-fold.ts'
import { serviceAreasPage } from './service-areas.ts'
import { servicesPage } from './services.ts'
import { sitemapPage } from './sitemap.ts'
import { whatsWrongPage } from './whats-wrong.ts'

/** The words of a link's preview picture. They have no placeholders: `node scripts/make/previews.ts` draws the pictures, which are committed. */
export type PreviewCard = {
  readonly heading: string
  readonly text: string
  /** The rendered scene beside the words. */
  readonly scene?: string
}

/** The line beside the logo on each picture. */
export const previewEyebrow = `${capitalized(business.contractors.licensed)} HVAC contractors`

/** The preview picture of each public page, by path. */
export const previewCards: Readonly<Record<string, PreviewCard>> = {
  [pagePaths.home]: {
    heading: homePage.defaultH1,
    text: 'Tell us what your system is doing. We’ll match you with a contractor near you.',
    scene: 'hero',
  },
  [pagePaths.services]: {
    heading: servicesPage.defaultH1,
    text: 'From a clogged drain line to a new rooftop unit, for homes and businesses.',
    scene: 'residential-hvac',
  },
  [pagePaths.about]: {
    heading: aboutPage.defaultH1,
    text: `${homeBelowFold.about.heading}.`,
    scene: 'about',
  },
  [pagePaths.serviceAreas]: {
    heading: serviceAreasPage.defaultH1,
    text: 'The towns we serve, and how far contractors drive.',
    scene: 'hero',
  },
  [pagePaths.contact]: {
    heading: contactPage.defaultH1,
    text: `Ask for a free estimate, or call.`,
    scene: 'emergency-hvac',
  },
  [pagePaths.whatsWrong]: {
    heading: whatsWrongPage.defaultH1,
    text: 'What it usually is, what to shut off now, and who can fix it.',
    scene: 'residential-hvac',
  },
  [pagePaths.privacyPolicy]: {
    heading: privacyPolicy.title,
    text: 'What we do with your estimate request, and what you can ask us to do.',
  },
  [pagePaths.termsOfService]: {
    heading: termsOfService.title,
    text: 'What the referral service does, and who is responsible for the work.',
  },
  [pagePaths.sitemap]: { heading: sitemapPage.defaultH1, text: sitemapPage.intro },
  ...Object.fromEntries(
    detailServiceIds.map((id) => {
      const { title, subtitle } = serviceDetails[id]
      return [servicePath(id), { heading: title, text: `${subtitle}.`, scene: id }]
    }),
  ),
}
