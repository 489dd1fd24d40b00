/** Style sheets are texts; the build minifies them. */
declare module "*.css" {
  const text: string;
  export default text;
}
