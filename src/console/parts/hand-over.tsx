import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { TextArea } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { cameBack } from './came-back.ts'
import { Fold } from './fold.tsx'
import { Press } from './press.tsx'

type HandOverProps = {
  readonly keys: FormKeys
  readonly colleagues: readonly { readonly staffId: string; readonly name: string }[]
  /** What is handed over. */
  readonly values: Readonly<Record<string, string>>
  /** Under which name the wire takes the note that goes along. */
  readonly note: 'note' | 'text'
  readonly stayed: Stayed | undefined
}

/** To a colleague by name, of those who can open it, with a note that no member sees. */
export function HandOver({ keys, colleagues, values, note, stayed }: HandOverProps) {
  return (
    <Fold title="ほかの担当に渡す" isOpen={stayed?.typed['intent'] === 'handOver'}>
      {colleagues.length === 0 ? (
        <p>
          いま渡せる人がいません。受け持てる役割の人が業務コンソールに一度ログインすると、選べるようになります。
        </p>
      ) : (
        <Press
          keys={keys}
          answersAbove
          intent="handOver"
          values={values}
          fields={
            <>
              <Select
                {...cameBack(stayed, 'handOver', 'to')}
                label="渡す相手"
                required
                unchosen="選んでください"
                options={colleagues.map(({ staffId, name }) => ({ value: staffId, label: name }))}
              />
              <TextArea
                id="handover-note"
                {...cameBack(stayed, 'handOver', note)}
                label="引き継ぎの内容"
                hint="会員には見えません。"
                rows={3}
              />
            </>
          }
        >
          渡す
        </Press>
      )}
    </Fold>
  )
}
