import { useEffect, useRef } from 'react'
import type { loadPress } from '#portal/mypage/flow/keep-press.ts'
import { Submit } from '#portal/mypage/flow/form.tsx'
import { antiForgery } from '#protocol/conventions.ts'
import { Notice } from '#ui/notice.tsx'

export type GoOnProps = {
  readonly press: NonNullable<Awaited<ReturnType<typeof loadPress>>>
  readonly xsrfToken: string
  /** Waits for the member's press: at a login that has run out somebody else may have sat. */
  readonly isAsked?: boolean
}

/**
 * What was pressed before the proof or the login goes on by itself, as it was, under its own key; without script, with one press.
 * A plain form: what it leads to may be another site's page.
 */
export function GoOn({ press: { proof, path, fields }, xsrfToken, isAsked = false }: GoOnProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!isAsked) form.current?.requestSubmit()
  }, [isAsked])
  return (
    <form method="post" action={path} ref={form}>
      <input type="hidden" name={antiForgery.field} value={xsrfToken} />
      {fields.map(({ name, value }, index) => (
        <input key={`${index}.${name}`} type="hidden" name={name} value={value} />
      ))}
      <Notice
        tone="good"
        role="status"
        title={proof ? 'ご本人の確認が済みました' : 'ログインできました'}
      >
        <p>
          {isAsked
            ? '先ほどの操作は、まだ行っていません。続けるときは、下のボタンを押してください。入力した内容は残っています。'
            : '先ほどのお手続きを、入力された内容のまま続けます。'}
        </p>
        <Submit kind="primary">お手続きを続ける</Submit>
      </Notice>
    </form>
  )
}
