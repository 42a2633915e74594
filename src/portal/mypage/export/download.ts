import { proofWantedBy } from '#protocol/proof.ts'
import { proofAddress } from '#vocabulary/proof.ts'
import { redirect } from 'react-router'
import type { PageContext } from '#portal/context.ts'
import { failureBody } from '#protocol/envelope.ts'
import { ApiError } from '#protocol/http.ts'
import { plainPage } from '#portal/plain-page.ts'

const TITLE = 'ファイルを保存できませんでした'
const GENERAL = 'ファイルを作成できませんでした。数分おいてから、もう一度お試しください。'

/** The fields of the forms that ask for a file, as their labels read. */
const labels = new Map([
  ['from', '開始日'],
  ['to', '終了日'],
  ['lineId', '回線'],
])

/**
 * In the place of the file: what is wrong, and the way back. The address of a file is no page of the app, so this is
 * drawn without it; a phone shows it at a size that can be read.
 */
function refusalPage({ failure, traceKey }: ApiError, backHref: string): string {
  const fields = Object.entries(failure?.fields ?? {}).flatMap(([name, sentences]) =>
    sentences.map((sentence) => withLabel(labels.get(name) ?? name, sentence)),
  )
  const sentences = fields.length > 0 ? fields : [failure?.message ?? GENERAL]
  return plainPage({
    title: TITLE,
    paragraphs: sentences,
    traceKey,
    links: [{ label: '前の画面に戻る', href: backHref }],
  })
}

const withLabel = (label: string, sentence: string) =>
  sentence.startsWith(label) ? sentence : `${label}：${sentence}`

type File = {
  readonly name: string
  readonly type: 'text/csv' | 'application/json'
  readonly text: string
}

type Page = Pick<PageContext, 'countFile' | 'traceKey'>

/** Answers a download; where the API refuses, a page that says why and leads back to where it was asked for. */
export async function download(
  page: Page,
  backHref: string,
  make: () => Promise<File>,
): Promise<Response> {
  try {
    if (!(await page.countFile())) throw tooMany(page)
    const { name, type, text } = await make()
    return new Response(text, {
      headers: {
        'Content-Type': `${type}; charset=utf-8`,
        'Content-Disposition': `attachment; filename="${name}"`,
        'Cache-Control': 'private, no-store',
      },
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const proof = error.failure && proofWantedBy(error.failure.code)
    if (proof) return redirect(proofAddress(proof, backHref))
    if (error.failure?.code === 'NOT_SIGNED_IN')
      return redirect(`/auth/login?${new URLSearchParams({ back: backHref })}`)
    return new Response(refusalPage(error, backHref), {
      status: error.httpStatus >= 400 ? error.httpStatus : 503,
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
    })
  }
}

function tooMany({ traceKey }: Page) {
  const { httpStatus, body } = failureBody('TOO_MANY_REQUESTS')
  return new ApiError({ httpStatus, body, traceKey })
}
