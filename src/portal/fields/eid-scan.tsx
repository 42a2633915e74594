import { useEffect, useState, type ChangeEvent } from 'react'
import { findIn } from './found-numbers.ts'

type Detector = {
  readonly detect: (picture: ImageBitmap) => Promise<readonly { rawValue: string }[]>
}
type DetectorClass = new () => Detector

const isDetectorClass = (value: unknown): value is DetectorClass => typeof value === 'function'

/** What the browser reads bar codes with, where it has it (Shape Detection API). */
const detectorOf = (): DetectorClass | undefined => {
  const found: unknown = Reflect.get(globalThis, 'BarcodeDetector')
  return isDetectorClass(found) ? found : undefined
}

/**
 * Reads the EID off a box or a settings page by the phone's own camera: a photograph that never leaves the phone, so no
 * permission is asked for. Where the browser reads no bar codes, the number is typed.
 */
export function EidScan({ onRead }: { readonly onRead: (eid: string) => void }) {
  const [Detects, setDetects] = useState<DetectorClass>()
  const [said, say] = useState('')
  useEffect(() => setDetects(() => detectorOf()), [])
  if (Detects === undefined) return null
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [photograph] = target.files ?? []
    if (!photograph) return
    const eid = await eidIn(new Detects(), photograph).catch(() => undefined)
    target.value = ''
    if (eid !== undefined) onRead(eid)
    say(
      eid === undefined
        ? 'EIDを読み取れませんでした。バーコードを大きく写すか、数字を入力してください。'
        : 'EIDを読み取りました。端末の画面と見比べてください。',
    )
  }
  return (
    <p className="small">
      <label htmlFor="eid-photograph">バーコードを写して入力する（写真は送りません）</label>
      <input
        type="file"
        id="eid-photograph"
        accept="image/*"
        capture="environment"
        onChange={(event) => void read(event)}
      />
      <span role="status">{said}</span>
    </p>
  )
}

async function eidIn(detector: Detector, photograph: Blob): Promise<string | undefined> {
  const codes = await detector.detect(await createImageBitmap(photograph))
  return codes.flatMap(({ rawValue }) => findIn(rawValue)).find(({ kind }) => kind === 'eid')?.value
}
