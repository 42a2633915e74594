import type { ErrorCode } from '#protocol/errors.ts'
import type { AccessScope } from '#vocabulary/connection.ts'
import { developerPages } from '#vocabulary/site-pages.ts'

/** Where an operation is described; links from elsewhere stay true. */
export const operationPage = (id: string) => `${developerPages.reference}/${id}.html`

/** `data:read` → `data-read`: the anchor of a scope. */
export const scopeId = (scope: AccessScope) => scope.replace(':', '-')

/** Where a code is explained; failures carry it as their type. */
export const errorPage = (code: ErrorCode) => `${developerPages.errors}/#${code}`
