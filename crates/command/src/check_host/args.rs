//! Arguments of `docfuse check-host`.

/// `docfuse check-host`.
#[derive(clap::Args)]
pub struct CheckHostArgs {
    /// Address of the index folder, or of the site above it
    pub url: String,
    /// Query whose bytes and requests are counted [default: a heading of the site]
    #[arg(long, value_name = "TEXT")]
    pub query: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
