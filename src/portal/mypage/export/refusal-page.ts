import { plainPage } from '#portal/plain-page.ts'
import type { ApiError } from '#protocol/http.ts'

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
export function refusalPage({ failure, traceKey }: ApiError, backHref: string): string {
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
