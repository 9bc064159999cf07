/** Prints the result of a command. An error is printed as one line and sets exit code 1. */
export const print = async (result: Promise<string>): Promise<void> => {
  try {
    console.log(await result)
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
