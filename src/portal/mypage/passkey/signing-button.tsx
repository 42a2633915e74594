import { useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Signed } from './sign.ts'

type SigningButtonProps = {
  readonly sign: () => Promise<Signed>
  readonly children: ReactNode
}

/**
 * The button of a form that sends what a device has signed, as `response`. Pressed, it first has the device sign; without script the
 * form is sent with nothing, and the server says what to do instead.
 */
export function SigningButton({ sign, children }: SigningButtonProps) {
  const field = useRef<HTMLInputElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [failed, setFailed] = useState<string>()

  async function press(event: MouseEvent<HTMLButtonElement>) {
    event.preventDefault()
    const { form } = event.currentTarget
    setFailed(undefined)
    setIsBusy(true)
    const signed = await sign()
    if ('failed' in signed || field.current === null) {
      setIsBusy(false)
      setFailed('failed' in signed ? signed.failed : undefined)
      return
    }
    field.current.value = signed.response
    form?.requestSubmit()
  }

  return (
    <>
      <input ref={field} type="text" hidden readOnly name="response" defaultValue="" />
      <div className="signing">
        <div role="alert">
          {failed === undefined ? null : (
            <Notice tone="warning" title="パスキーで確認できませんでした">
              {failed}
            </Notice>
          )}
        </div>
        <Button
          kind="primary"
          busy={isBusy}
          busyLabel="端末の案内にしたがってください"
          onClick={(event) => void press(event)}
        >
          {children}
        </Button>
      </div>
      <noscript>
        <p className="small">
          パスキーを使うには、JavaScriptを使えるブラウザーが必要です。お使いになれないときは、ほかの方法で確認できます。
        </p>
      </noscript>
    </>
  )
}
