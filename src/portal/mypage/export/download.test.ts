import { describe, expect, test } from 'vitest'
import { ApiError } from '#protocol/http.ts'
import { download } from './download.ts'

const page = { countFile: async () => true, traceKey: 't-1' }

const failing = (error: ApiError) =>
  download(page, '/mypage/data/usage.html', async () => {
    throw error
  })

const failed = (httpStatus: number, error: object) =>
  new ApiError({ httpStatus, traceKey: 't-1', body: { code: httpStatus, error } })

describe('ファイルを保存できないとき', () => {
  test('どの欄をどう直すかと、お問い合わせ番号、戻る道のあるページになる', async () => {
    const answer = await failing(
      failed(400, {
        code: 'VALIDATION_FAILED',
        message: '入力内容に誤りがあります。',
        fields: {
          from: ['日付を入力してください。'],
          to: ['終了日は、開始日と同じ日かあとの日にしてください。'],
        },
      }),
    )
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBeNull()
    const text = await answer.text()
    expect(text).toContain('<meta name="viewport" content="width=device-width">')
    expect(text).toContain(
      '<p>開始日：日付を入力してください。</p>' +
        '<p>終了日は、開始日と同じ日かあとの日にしてください。</p><p class="key">お問い合わせ番号：t-1</p>' +
        '<nav aria-label="次の行き先"><a href="/mypage/data/usage.html">前の画面に戻る</a></nav>',
    )
    expect(text).not.toContain('入力内容に誤りがあります。')
  })

  test('欄のない断りは、その文をそのまま伝える。記号は文字のまま', async () => {
    const answer = await failing(failed(404, { code: 'NOT_FOUND', message: '<b>ありません。' }))
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('<p>&#60;b&#62;ありません。</p>')
  })

  test('APIから答えがなければ、数分おくよう伝える', async () => {
    const answer = await failing(new ApiError({ httpStatus: 0, body: undefined }))
    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain('数分おいてから、もう一度お試しください。')
  })

  test('ログインが切れていれば、ログインのあと元の画面に戻る', async () => {
    const answer = await failing(failed(401, { code: 'NOT_SIGNED_IN', message: 'ログイン' }))
    expect(answer.headers.get('location')).toBe('/auth/login?back=%2Fmypage%2Fdata%2Fusage.html')
  })
})
