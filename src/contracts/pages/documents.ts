import type { Claims } from '#/contracts/settings/setting-types.ts'
import type { hoursInWords } from '../hours/week.ts'
import type { ContactForm, Receipt } from '../leads/leads.ts'
import type { Statement } from '../money/ledger.ts'
import type { Contractor, ContractorRecord } from '../referrals/contractors.ts'
import type { OfferView } from '../referrals/offers.ts'
import type { RequestView } from '../referrals/requests.ts'
import type { PageMetadata } from '../seo/seo.ts'
import type { Area } from '../site/towns.ts'

/** From the configuration, and what the owner says. `phone` is ten digits, `url` has no slash at the end. */
export type Site = Omit<Area, 'towns'> & {
  name: string
  domain: string
  phone: string
  hours: ReturnType<typeof hoursInWords>
  /** The phone is answered at any hour, for emergencies. */
  isAlwaysAnswered: boolean
  /** The names of the towns that are served, the one at the center first. */
  towns: readonly string[]
  url: string
  apiBaseUrl: string
}

/** What only pages need that are made on the server: it is not sent to browsers. */
export type SiteOnServer = Site & {
  claims: Claims
  /** Where the network works, with the ZIP codes. */
  area: Area
  /** The home page shows sample reviews while there is none of a customer. */
  showsSamples: boolean
}

/** The page of a contractor, which they open by a link in their mails. Its past offers are of `recordDays`. */
export type ContractorView = ContractorRecord & {
  path: string
  profile: Pick<
    Contractor,
    | ('companyName' | 'licenseExpiresOn' | 'insuranceExpiresOn' | 'answersEmergencies')
    | ('mostOffersAWeek' | 'mostOpenOffers' | 'offerHours')
  > & { services: readonly string[]; towns: readonly string[] }
  /** What they owe, with this month's entries; null where nothing was ever entered for them. */
  statement: Statement | null
}

/** How a form that was sent without JavaScript ended. */
export type EstimateResult =
  | ({ form: ContactForm; outcome: 'success' } & Receipt)
  | {
      form: ContactForm
      outcome: 'error'
      message: string
      /** What is wrong, by field. */
      fields: Record<string, string>
      /** What was typed. */
      values: Record<string, string>
    }

/** Why a page with a secret address cannot be shown, in the reader's words. */
export type TokenProblem = { heading: string; text: string }

/** A document that is opened by the secret in its address. */
export type TokenDocument =
  | { kind: 'request'; request: RequestView }
  | { kind: 'offer'; offer: OfferView }
  | { kind: 'contractor'; contractor: ContractorView }
  | { kind: 'token-problem'; problem: TokenProblem }

export type DocumentToRender =
  | { kind: 'page'; path: string; metadata: PageMetadata }
  | { kind: 'estimate-result'; result: EstimateResult; metadata: PageMetadata }
  | { kind: 'admin'; path: string }
  | TokenDocument

/** A file of the build, and the hash by which the browser checks it. In development it has none. */
export type CheckedFile = { url: string; integrity?: string }

/** Files of the build that a document refers to. */
export type DocumentAssets = {
  /** Inlined into public pages. */
  siteCss: string
  /** Inlined, after it, into pages that run without any script. */
  tokenPagesCss: string
  /** The address of the public pages' style sheet for paper and forced colours. */
  otherMediaCssUrl: string
  adminCss: CheckedFile
  /** The module that starts the back office, and those that it imports. */
  office: CheckedFile
  officeImports: CheckedFile[]
  /** The addresses of the modules that start React for the form and for the editor. */
  formUrl: string
  editorUrl: string
  /** The address of the script that every public page loads. */
  pageUrl: string
  /** Fonts that the first screen needs, to be loaded early. */
  fontUrls: string[]
}

/** A whole document, and the hashes that its Content-Security-Policy must allow. */
export type RenderedDocument = {
  status: number
  html: string
  inlineScripts: string[]
  inlineStyles: string[]
}

/** What `web/entries/entry-server.tsx` exports: the one way from the server into React. */
export type RenderDocument = (
  wanted: DocumentToRender,
  context: { site: SiteOnServer; assets: DocumentAssets },
) => RenderedDocument
