import { ANNOUNCEMENT_SIZE } from '#portal/shell/place.ts'

type Bar = { init: (options: { placeId: number; size: number }) => unknown }

const scripts = new Map<string, Promise<Bar>>()

/**
 * Loads the operator's script once and lets it fill the bar.
 * @throws when the script is missing or broken; never returns while it hangs.
 */
export async function initialiseBar(scriptUrl: string, placeId: number): Promise<void> {
  const loading = scripts.get(scriptUrl) ?? loadBar(scriptUrl)
  scripts.set(scriptUrl, loading)
  const bar = await loading
  await bar.init({ placeId, size: ANNOUNCEMENT_SIZE })
}

function loadBar(scriptUrl: string): Promise<Bar> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.async = true
    script.src = scriptUrl
    script.onload = () => {
      const bar: unknown = Reflect.get(window, 'AnnounceBar')
      if (isBar(bar)) resolve(bar)
      else reject(new Error('the announcement script brought no bar'))
    }
    script.onerror = () => reject(new Error('the announcement script did not load'))
    document.head.append(script)
  })
}

function isBar(value: unknown): value is Bar {
  return (
    typeof value === 'object' &&
    value !== null &&
    'init' in value &&
    typeof value.init === 'function'
  )
}
