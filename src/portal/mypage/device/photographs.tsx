import { useRef, useState, type ChangeEvent } from 'react'
import { pages } from '#vocabulary/pages.ts'
import { Hidden } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { PressForm } from '#portal/mypage/device/press-form.tsx'
import type { Claim } from '#portal/mypage/device/wire.ts'
import { Button, ButtonRow } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { antiForgery } from '#protocol/conventions.ts'

const LONGEST_SIDE = 2_000

/**
 * Draws the file on the canvas, no larger than it is kept, and gives it back as a JPEG: without place and camera, and sent
 * in a tenth of the time. Undefined for what this browser cannot draw: it is sent as it is.
 */
async function drawSmaller(file: File, canvas: HTMLCanvasElement): Promise<File | undefined> {
  try {
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height))
    canvas.width = Math.round(bitmap.width * scale)
    canvas.height = Math.round(bitmap.height * scale)
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', 0.85)
    })
    return blob === null ? undefined : new File([blob], 'photograph.jpg', { type: 'image/jpeg' })
  } catch {
    return undefined
  }
}

const MOST = 4

/** The photographs of a claim, and the form that adds one; it works without script, one file at a time. */
export function Photographs({
  claim,
  refused,
  keys,
}: {
  readonly claim: Claim
  readonly refused: string | undefined
  readonly keys: FormKeys
}) {
  const { orderNo, photographs, canAddPhotographs, state } = claim
  if (!canAddPhotographs && photographs.length === 0) return null
  return (
    <Section id="photographs" title="写真">
      {refused === undefined ? null : (
        <Notice tone="warning" title="写真を受け取れませんでした" role="alert">
          {refused}
        </Notice>
      )}
      {photographs.length === 0 ? (
        <p>写真は、まだありません。添えると、ここに表示されます。</p>
      ) : (
        <ul className="photograph-list">
          {photographs.map(({ photographId, path, smallPath, takenInAt }, index) => (
            <li key={photographId}>
              <a href={path}>
                <img
                  src={smallPath}
                  width="320"
                  height="320"
                  loading="lazy"
                  alt={`${index + 1}枚目の写真（${formatDateTime(takenInAt)}に受け取り）`}
                />
              </a>
              {canAddPhotographs ? (
                <PressForm
                  keys={keys}
                  intent="remove"
                  values={{ photographId, orderNo }}
                  label="消す"
                  of={`${index + 1}枚目の写真`}
                />
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {canAddPhotographs && photographs.length < MOST ? (
        <AddForm orderNo={orderNo} keys={keys} left={MOST - photographs.length} />
      ) : null}
      {state === 'photographs_required' && photographs.length > 0 ? (
        <PressForm keys={keys} intent="sent" values={{ orderNo }} label="写真を送り終えた" />
      ) : null}
    </Section>
  )
}

type AddProps = { readonly orderNo: string; readonly keys: FormKeys; readonly left: number }

function AddForm({ orderNo, keys, left }: AddProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isShown, setShown] = useState(false)
  const [isSending, setSending] = useState(false)

  /** Shows what was chosen, and sends it smaller: a phone's picture is ten times as large as what is kept. */
  async function show({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0]
    setShown(false)
    if (file === undefined || canvas.current === null) return
    const smaller = await drawSmaller(file, canvas.current)
    if (smaller === undefined) return
    setShown(true)
    if (smaller.size >= file.size) return
    const list = new DataTransfer()
    list.items.add(smaller)
    currentTarget.files = list.files
  }

  return (
    <form
      method="post"
      encType="multipart/form-data"
      action={pages.claimPhotograph}
      className="flow"
      onSubmit={() => setSending(true)}
    >
      <Hidden values={{ [antiForgery.field]: keys.xsrfToken, orderNo }} />
      <Field
        type="file"
        name="photograph"
        label={`写真を選ぶ（あと${left}枚）`}
        accept="image/jpeg,image/png,image/webp"
        required
        hint="JPEG、PNG、WebPで、1枚10MBまで。撮影した場所などの情報は取り除いて保管し、請求が終わってから90日で消します。"
        onChange={(event) => void show(event)}
      />
      <canvas
        ref={canvas}
        className="photograph-preview"
        hidden={!isShown}
        role="img"
        aria-label="選んだ写真"
      />
      <ButtonRow>
        <Button kind="primary" busy={isSending}>
          この写真を添える
        </Button>
      </ButtonRow>
    </form>
  )
}
