import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
import { pageContext, type PageContext } from '#portal/context.ts'
import { startOfHead } from '#portal/document-head.ts'
import { holdBoot } from '#portal/hold-boot.ts'
import { renderWhole } from '#portal/render-whole.server.ts'
import { headForDocument } from '#portal/shell/navigation-head.ts'
import { RenderedHtml } from '#portal/site/rendered-html.ts'

// The server finds the key of the page context here: importing the module a second time would make a second key.
export { pageContext }

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
) {
  const page = loadContext.get(pageContext)
  let responseStatus = status
  // The browser hides nonces from scripts: in development React would report them as a mismatch at every page.
  const nonce = import.meta.env.DEV ? undefined : page?.nonce
  const rendered = page && { fragment: page.rendered.fragment, navigation: page.navigation }
  const rendering = await renderWhole(
    <RenderedHtml.Provider value={rendered}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </RenderedHtml.Provider>,
    {
      nonce,
      onError() {
        responseStatus = 500
      },
    },
  )
  const html = holdBoot(rendering)
  const head =
    startOfHead(html, page?.nonce, new URL(request.url).pathname) +
    headForDocument(page?.navigation.head ?? '') +
    forSearchEngines(page)
  const whole = html.replace('</head>', () => `${head}</head>`)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const init = { status: responseStatus, headers }
  if (request.method === 'HEAD') return new Response(null, init)
  if (!page) return new Response(whole, init)
  // Beside the answer: to read it out of one again costs as much as a tenth of the rendering.
  page.rendered.document = whole
  return new Response(null, init)
}

/** JSON-LD is in the document only: nothing in the browser needs it. */
function forSearchEngines(page: PageContext | null): string {
  const blocks = page?.rendered.structuredData ?? []
  return blocks.map((block) => `<script type="application/ld+json">${block}</script>`).join('')
}

export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (!request.signal.aborted) context.get(pageContext)?.reportError(error)
}
