import { AppError } from '@wp/kernel'

/** Runs a write; a value that another record holds in a unique field is refused with 422, by the word of the index. */
export const refusingTakenValues = async <Result>(write: () => Promise<Result>): Promise<Result> => {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof AppError) || !error.details?.some(({ path }) => path === 'uniqueKeys')) throw error
    const { keyValue } = error.cause as { keyValue?: { uniqueKeys?: string } }
    const [fieldKey, ...value] = (keyValue?.uniqueKeys ?? '').split(':')
    const message = fieldKey
      ? `"${value.join(':')}" is taken already in ${fieldKey}`
      : 'hold one that is taken already'
    throw new AppError('VALIDATION_FAILED', `fieldValues: ${message}`, {
      cause: error,
      details: [{ path: 'fieldValues', message }],
    })
  }
}
