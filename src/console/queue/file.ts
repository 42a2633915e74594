import { data, type LoaderFunctionArgs } from 'react-router'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { callOf } from '#portal/request.ts'
import { itemReadApi } from '#protocol/console/item-read.ts'
import { parseGiven } from '#protocol/form.ts'

/**
 * A paper or a photograph of an item, noted before it leaves. A picture is shown where nothing of it can run; a PDF is
 * a download (docs/decisions/098).
 */
export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const call = callOf(context)
  const asked = new URLSearchParams(url.search)
  const no = params['no'] ?? ''
  const file = await (async () => {
    if (params['of'] === 'paper') {
      asked.set('paper', no)
      const parsed = parseGiven(itemReadApi.consoleSuccessionPaperGet.query, asked)
      if ('fields' in parsed) throw data(null, { status: 404 })
      return ask(url, call(itemReadApi.consoleSuccessionPaperGet, { query: parsed.value }))
    }
    asked.set('photograph', no)
    const parsed = parseGiven(itemReadApi.consoleClaimPhotographGet.query, asked)
    if ('fields' in parsed) throw data(null, { status: 404 })
    return ask(url, call(itemReadApi.consoleClaimPhotographGet, { query: parsed.value }))
  })()
  const bytes = Uint8Array.from(atob(file.base64), (sign) => sign.codePointAt(0) ?? 0)
  const isPicture = file.mediaType === 'image/jpeg'
  return new Response(bytes, {
    headers: {
      'Content-Type': file.mediaType,
      'Content-Disposition': `${isPicture ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      'Content-Security-Policy': "sandbox; default-src 'none'; img-src 'self'",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    },
  })
}
