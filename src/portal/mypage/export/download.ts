import { redirect } from 'react-router'
import { ApiError } from '#protocol/http.ts'

type File = {
  readonly name: string
  readonly type: 'text/csv' | 'application/json'
  readonly text: string
}

/** Answers a download; where the API refuses, a plain sentence instead of a file. */
export async function download(make: () => Promise<File>): Promise<Response> {
  try {
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
    if (error.failure?.code === 'NOT_SIGNED_IN') return redirect('/auth/login')
    return refusal(error)
  }
}

function refusal({ failure, httpStatus, traceKey }: ApiError): Response {
  const sentences = [
    failure?.message ?? 'ファイルを作成できませんでした。数分おいてから、もう一度お試しください。',
    ...Object.values(failure?.fields ?? {}).flat(),
    ...(traceKey === undefined ? [] : [`お問い合わせ番号：${traceKey}`]),
  ]
  return new Response(sentences.join('\n'), {
    status: httpStatus >= 400 ? httpStatus : 503,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
