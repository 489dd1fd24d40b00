//! Templates, by which a tokenizer puts special word pieces around texts: [`check`] refuses those on which the tokenizers
//! crate panics.

use tokenizers::processors::PostProcessorWrapper;
use tokenizers::processors::template::TemplateProcessing;

/// Checks the templates of a tokenizer.
///
/// # Errors
/// What is expected of a template, and what was found.
pub(super) fn check(processor: &PostProcessorWrapper) -> Result<(), String> {
    let mut templates = Vec::new();
    collect(processor, &mut templates);
    match templates[..] {
        [] => Ok(()),
        [template] => check_one(template),
        _ => Err(format!("one template expected, {} found", templates.len())),
    }
}

fn collect<'a>(processor: &'a PostProcessorWrapper, templates: &mut Vec<&'a TemplateProcessing>) {
    match processor {
        PostProcessorWrapper::Template(template) => templates.push(template),
        PostProcessorWrapper::Sequence(all) => all.as_ref().iter().for_each(|one| collect(one, templates)),
        _ => {}
    }
}

fn check_one(processing: &TemplateProcessing) -> Result<(), String> {
    for template in [&processing.single, processing.get_pair()] {
        // The crate checks what is built, not what is read. A pair need not have both texts: it may never be asked for.
        let mut builder = TemplateProcessing::builder();
        builder.single(template.clone()).special_tokens(processing.get_special_tokens().clone());
        builder.build().map_err(|error| error.to_string())?;
    }
    // The pieces of a template are private, but for this form.
    if processing.get_single().contains("id: B,") {
        return Err("one text expected in the template of one text, a second one found".to_owned());
    }
    Ok(())
}
