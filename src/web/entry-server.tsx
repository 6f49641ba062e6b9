import { renderToString } from 'react-dom/server'
import type { DocumentAssets, RenderDocument } from '#/contracts/documents.ts'
import type { RenderMail } from '#/contracts/mails.ts'
import { App } from './app.tsx'
import { bootScript } from './boot.ts'
import { Document, type DocumentHead } from './document.tsx'
import { adminPage, isMissing, notFoundPage, publicPages, serviceNotFoundPage } from './pages.ts'
import { EstimateResultPage } from './site/estimate-result/estimate-result-page.tsx'
import { speculationRules } from './speculation-rules.ts'

const everyPage = [...Object.values(publicPages), adminPage, notFoundPage, serviceNotFoundPage]
await Promise.all(everyPage.map((page) => page.preload()))

const isGiven = (text: string | undefined) => text !== undefined

function publicHead({ siteCss, fontUrls, clientUrl }: DocumentAssets): DocumentHead {
  const inlineScript = bootScript(clientUrl)
  return { inlineStyle: siteCss, inlineScript, speculationRules, fontUrls }
}

/** A result page is drawn for one visitor who may have no JavaScript, so it starts none. */
function resultHead({ siteCss, fontUrls }: DocumentAssets): DocumentHead {
  return { inlineStyle: siteCss, fontUrls }
}

function adminHead({ adminCssUrl, fontUrls, clientUrl }: DocumentAssets): DocumentHead {
  return { styleUrl: adminCssUrl, moduleUrl: clientUrl, fontUrls }
}

/** Draws a whole document. Pure: the same request and context give the same bytes. */
export const renderDocument: RenderDocument = (request, { site, assets }) => {
  const isResult = request.kind === 'estimate-result'
  const head =
    request.kind === 'admin'
      ? adminHead(assets)
      : isResult
        ? resultHead(assets)
        : publicHead(assets)
  const body = isResult ? (
    <EstimateResultPage result={request.result} />
  ) : (
    <App path={request.path} />
  )
  const html = renderToString(
    <Document data={{ site }} head={head}>
      {body}
    </Document>,
  )
  return {
    status: request.kind === 'page' && isMissing(request.path) ? 404 : 200,
    html: `<!doctype html>${html}`,
    inlineScripts: [head.inlineScript, head.speculationRules].filter(isGiven),
    inlineStyles: [head.inlineStyle].filter(isGiven),
  }
}

/** Draws a mail. Its templates are loaded when the first mail is drawn: pages do not need them. */
export const renderMail: RenderMail = async (request, site) => {
  const templates = await import('./mail/render-mail.tsx')
  return templates.renderMail(request, site)
}
