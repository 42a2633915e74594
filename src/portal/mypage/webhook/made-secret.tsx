import { Card } from '#ui/card.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'

type MadeSecretProps = {
  readonly made: { readonly secret: string; readonly formerUntil?: string }
}

/** Shown once: from here on it is only used. */
export function MadeSecret({ made: { secret, formerUntil } }: MadeSecretProps) {
  return (
    <Card>
      <h2>{formerUntil === undefined ? 'Webhookを作りました' : '署名の鍵を替えました'}</h2>
      <p>
        署名の鍵です。<strong>いまだけ表示します。</strong>
        コピーして、受け取るプログラムの設定に入れてください。
      </p>
      <p className="webhook-code">
        <code>{secret}</code>
        <CopyButton text={secret} label="署名の鍵" />
      </p>
      {formerUntil === undefined ? null : (
        <p>
          前の鍵も、{formatDateTime(formerUntil)}までは署名に使います。それまでに替えてください。
        </p>
      )}
      <Notice>
        この鍵で、届いたものが本物かどうかを確かめます。人に教えず、知られたときは替えてください。
      </Notice>
    </Card>
  )
}
