import { renderToString } from 'react-dom/server'
import type { DocumentAssets, RenderDocument } from '#/contracts/documents.ts'
import { App } from './app.tsx'
import { bootScript } from './boot.ts'
import { Document, type DocumentHead } from './document.tsx'
import { adminPage, notFoundPage, pageAt, publicPages } from './pages.ts'
import { EstimateResultPage } from './site/estimate-result/estimate-result-page.tsx'

for (const page of [...Object.values(publicPages), adminPage, notFoundPage]) await page.preload()

function publicHead({ siteCss, fontUrls, clientUrl }: DocumentAssets): DocumentHead {
  return { inlineStyle: siteCss, inlineScript: bootScript(clientUrl), fontUrls }
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
  const isMissing = request.kind === 'page' && pageAt(request.path) === notFoundPage
  return {
    status: isMissing ? 404 : 200,
    html: `<!doctype html>${html}`,
    inlineScripts: head.inlineScript === undefined ? [] : [head.inlineScript],
    inlineStyles: head.inlineStyle === undefined ? [] : [head.inlineStyle],
  }
}
