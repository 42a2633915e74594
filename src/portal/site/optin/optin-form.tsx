import { brand } from '#brand'
import { useRouteLoaderData } from 'react-router'
import type { loader as rootLoader } from '#portal/root.tsx'
import { antiForgery } from '#protocol/conventions.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import type { ConsentState } from './consent.ts'

type OptinFormProps = { state: ConsentState | undefined; refused: string | undefined }

/** Agree or withdraw, whichever can be done; a visitor is led to the login and back. */
export function OptinForm({ state, refused }: OptinFormProps) {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  if (!root?.auth.dmm_login || !state)
    return (
      <>
        <p>手続きには、{brand.account}でのログインが必要です。</p>
        <p>
          <ButtonLink href={`/auth/login?back=${encodeURIComponent('/privacy_policy')}`}>
            ログインして手続きする
          </ButtonLink>
        </p>
      </>
    )
  if ('unknown' in state) return <Notice tone="warning">{state.unknown}</Notice>
  const { agreed, at, textVersion, current } = state.consent
  return (
    <form method="post" action="/privacy_policy#consent" className="form">
      {refused ? (
        <Notice tone="danger" role="alert">
          {refused}
        </Notice>
      ) : null}
      <p>
        {agreed && at
          ? `${formatDateTime(at)}に同意しています（第${textVersion}版）。`
          : '現在、同意していません。'}
      </p>
      <input type="hidden" name={antiForgery.field} value={root.xsrfToken} />
      <input type="hidden" name="idempotencyKey" value={state.idempotencyKey} />
      <input type="hidden" name="textVersion" value={current.textVersion} />
      <input type="hidden" name="agreed" value={agreed ? '0' : '1'} />
      <Button kind={agreed ? 'secondary' : 'primary'}>
        {agreed ? '同意を撤回する' : '情報の提供に同意する'}
      </Button>
    </form>
  )
}
