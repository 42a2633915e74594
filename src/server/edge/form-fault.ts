import type { FormErrorCode } from '#protocol/errors.ts'

const formTypes = new Set(['application/x-www-form-urlencoded', 'multipart/form-data'])

/** Why what is posted to a page cannot be read as a form; asked before any page is, so that none needs to. */
export async function formFault(request: Request): Promise<FormErrorCode | undefined> {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === undefined || !formTypes.has(type)) return 'FORM_TYPE_UNKNOWN'
  try {
    await request.clone().formData()
    return undefined
  } catch {
    return 'FORM_UNREADABLE'
  }
}
