/** A PNG as a data URL. The library is loaded when the first one is asked for. */
export const qrCodeOf = async (text: string): Promise<string> => {
  const { toDataURL } = await import('qrcode')
  return toDataURL(text, { errorCorrectionLevel: 'M', margin: 2 })
}
